// The sidebar on phones. Closes on Escape, on a press outside, and after navigating.

import { X } from 'lucide-react'
import { BaseDialog } from '../../shared/ui/dialog/base-dialog.tsx'
import { PlainIconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { ThemeSwitch } from '../../shared/ui/controls/theme-switch.tsx'
import { AdminNav } from './admin-nav.tsx'
import { SearchBox } from './search/search-box.tsx'
import { CurrentDayBadge } from './current-day-badge.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-drawer.module.css'

type AdminDrawerProps = { onClose: () => void; onLogOut: () => void }

export const AdminDrawer = ({ onClose, onLogOut }: AdminDrawerProps) => (
  <BaseDialog onClose={onClose} title={t('adminShell.menu')} titleHidden placement="drawer">
    <div className={css.drawer} data-field>
      <div className={css.head}>
        <Logo />
        <PlainIconButton label={t('common.closeMenu')} icon={<X />} onClick={onClose} />
      </div>
      <div className={css.search}>
        <SearchBox placeholder={t('adminShell.searchShort')} onNavigate={onClose} />
      </div>
      <AdminNav onNavigate={onClose} onLogOut={onLogOut} />
      <div className={css.foot}>
        <CurrentDayBadge />
        <ThemeSwitch />
      </div>
    </div>
  </BaseDialog>
)
