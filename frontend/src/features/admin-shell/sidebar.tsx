import { useState } from 'react'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Logo, BrandMark } from '../../shared/ui/brand/brand-mark.tsx'
import { AdminNav } from './admin-nav.tsx'
import { t } from './messages/t.ts'
import css from './sidebar.module.css'

const storageKey = 'thirty-admin-sidebar'

/** The panel at the left of wide screens. Remembers in this browser whether it is collapsed. */
export const Sidebar = ({ onLogOut }: { onLogOut: () => void }) => {
  const [collapsed, setCollapsed] = useState(() => deviceStorage.get(storageKey) === 'collapsed')
  const toggle = () => {
    deviceStorage.set(storageKey, collapsed ? 'open' : 'collapsed')
    setCollapsed(!collapsed)
  }
  return (
    <aside
      className={css.sidebar}
      aria-label={t('adminArea')}
      data-field
      data-collapsed={collapsed || undefined}
    >
      <div className={css.head}>
        <Link to={paths.admin.leaderboard} className={css.home} aria-label={t('adminLeaderboard')}>
          {collapsed ? <BrandMark /> : <Logo />}
        </Link>
        <IconButton
          label={t(collapsed ? 'expandSidebar' : 'collapseSidebar')}
          icon={collapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          onClick={toggle}
        />
      </div>
      <AdminNav collapsed={collapsed} onLogOut={onLogOut} />
    </aside>
  )
}
