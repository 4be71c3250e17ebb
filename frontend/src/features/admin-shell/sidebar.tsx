// The panel at the left of wide screens. Remembers in this browser whether it is collapsed.

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Logo, BrandMark } from '../../shared/ui/brand/logo.tsx'
import { AdminNav } from './admin-nav.tsx'
import { toggleSidebar, useIsCollapsed } from './collapsed-sidebar.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './sidebar.module.css'

export const Sidebar = ({ onLogOut }: { onLogOut: () => void }) => {
  const isCollapsed = useIsCollapsed()
  return (
    <aside className={css.sidebar} aria-label={t('adminShell.adminArea')} data-field>
      <div className={css.head}>
        <Link to={paths.admin.leaderboard} className={css.home} aria-label={t('adminShell.adminLeaderboard')}>
          <span className={css.open}>
            <Logo />
          </span>
          <span className={css.collapsed}>
            <BrandMark />
          </span>
        </Link>
        <IconButton
          label={t(isCollapsed ? 'adminShell.expandSidebar' : 'adminShell.collapseSidebar')}
          icon={isCollapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
          onClick={toggleSidebar}
        />
      </div>
      <AdminNav collapsible onLogOut={onLogOut} />
    </aside>
  )
}
