import { BookOpen, CircleUser, Folder, LogOut, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { paths } from '../paths.ts'
import css from './more-sheet.module.css'

const links = [
  { to: paths.myProjects, label: 'My projects', icon: <Folder /> },
  { to: paths.community, label: 'Community', icon: <MessagesSquare /> },
  { to: paths.resources, label: 'Resources', icon: <BookOpen /> },
  { to: paths.profile, label: 'Profile', icon: <CircleUser /> },
]

/** The navigation items that do not fit into the tab bar of a phone. */
export const MoreSheet = ({ onClose, onLogOut }: { onClose: () => void; onLogOut: () => void }) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title="More" placement="sheet">
    <ul className={css.list}>
      {links.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} className={css.item} onClick={onClose}>
            {icon}
            {label}
          </Link>
        </li>
      ))}
      <li>
        <button type="button" className={css.item} onClick={onLogOut}>
          <LogOut />
          Log out
        </button>
      </li>
    </ul>
  </Dialog>
)
