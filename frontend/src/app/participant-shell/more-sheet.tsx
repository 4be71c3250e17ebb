// The sheet that "More" opens on phones: the screens without a place in the tab bar, logout and language.

import { BookOpen, CircleUser, Folder, Languages, LogOut, MessagesSquare } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { screens } from '../../shared/navigation/screens.ts'
import { LanguageSwitch, otherLanguages } from '../../shared/ui/controls/theme-and-language.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './more-sheet.module.css'

const links = [
  { screen: screens.myProjects, icon: <Folder /> },
  { screen: screens.community, icon: <MessagesSquare /> },
  { screen: screens.resources, icon: <BookOpen /> },
  { screen: screens.profile, icon: <CircleUser /> },
]

export const MoreSheet = ({ onClose, onLogOut }: { onClose: () => void; onLogOut: () => void }) => (
  <Dialog onClose={onClose} title={t('common.more')} placement="sheet">
    <ul className={layout.column}>
      {links.map(({ screen: { path, title }, icon }) => (
        <li key={path}>
          <Link to={path} className={css.item} onClick={onClose}>
            {icon}
            {title}
          </Link>
        </li>
      ))}
      <li>
        <button type="button" className={css.item} onClick={onLogOut}>
          <LogOut />
          {t('common.logOut')}
        </button>
      </li>
      {otherLanguages.length > 0 && (
        <li>
          <LanguageSwitch className={css.item} icon={<Languages />} />
        </li>
      )}
    </ul>
  </Dialog>
)
