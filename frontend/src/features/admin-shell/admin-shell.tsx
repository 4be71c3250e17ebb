// The layout around the screens of admins, and around screens of participants that admins read: the sidebar, which is a drawer on phones,
// and the header. The reveal has none. The route guard admits admins only; `NeedsPermission` is the guard of screens that need a permission.

import type { Permission } from '@thirty/contracts/team/permissions.ts'
import { useEffect } from 'react'
import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { create } from 'zustand'
import { Outlet, Link, paths } from '../../shared/navigation/router.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { followCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { LateNotice, Announcer, Toasts } from '../../shared/ui/feedback/shell-messages.tsx'
import { subscribe } from '../../shared/live/live-socket.ts'
import { useShellDialog } from '../../shared/navigation/use-shell-dialog.ts'
import { LogOutDialog } from '../../shared/account/log-out-dialog.tsx'
import { useSession } from '../../shared/session/session.ts'
import { BaseDialog } from '../../shared/ui/dialog/dialog.tsx'
import { preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { followRemovals } from '../../shared/ui/focus-after-removal.ts'
import { IconButton, PlainIconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Logo, BrandMark } from '../../shared/ui/brand/logo.tsx'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'
import { ThemeSwitch } from '../../shared/ui/controls/theme-and-language.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { useMay, useRole, lowestRole, roleLabels } from '../../shared/team/permissions.tsx'
import { AdminTopBar, CurrentDayBadge, AdminNav } from './admin-navigation.tsx'
import { SearchBox } from './search/search-box.tsx'
import { t, formatList } from '../../shared/i18n/t.ts'
import css from './admin-shell.module.css'

/** Another admin may begin to require two-factor sign-in: then the server says whether this one has it. */
const followTwoFactorNeed = () =>
  subscribe('options.changed', ({ options }) => {
    if (options.ownersNeedTwoFactor) void useSession.getState().check()
  })

export const AdminShell = () => {
  const { openDialog, open, close } = useShellDialog<'drawer' | 'log-out'>()
  useEffect(followCurrentDay, [])
  useEffect(followTwoFactorNeed, [])
  useEffect(followRemovals, [])
  useEffect(() => preloadBeforePress(BaseDialog.preload), [])

  return (
    <div className={css.shell}>
      <SkipLink />
      <Sidebar onLogOut={() => open('log-out')} />
      <div className={css.right}>
        <AdminTopBar onMenu={() => open('drawer')} />
        <main id="main" className={css.main}>
          <LateNotice isAdmin />
          <DayNotice isAdmin />
          <Outlet />
        </main>
      </div>
      {openDialog === 'drawer' && <AdminDrawer onClose={close} onLogOut={() => open('log-out')} />}
      {openDialog === 'log-out' && <LogOutDialog onClose={close} />}
      <Toasts />
      <Announcer />
    </div>
  )
}

/** The panel at the left of wide screens. Remembers in this browser whether it is collapsed. */
const Sidebar = ({ onLogOut }: { onLogOut: () => void }) => {
  const { isCollapsed } = useSidebar()
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
      <AdminNav onLogOut={onLogOut} />
    </aside>
  )
}

/** public/before-paint.js reads the same key, and marks the page for the style sheets in the same way. */
const storageKey = 'thirty-admin-sidebar'

/** A prerendered page has it open, also while it is hydrated; the style sheets follow the mark on the page, so nothing moves. */
const useSidebar = create(() => ({ isCollapsed: false }))
if (deviceStorage.get(storageKey) === 'collapsed') useSidebar.setState({ isCollapsed: true })

function toggleSidebar(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed
  deviceStorage.set(storageKey, isCollapsed ? 'collapsed' : 'open')
  if (isCollapsed) document.documentElement.dataset.sidebar = 'collapsed'
  else delete document.documentElement.dataset.sidebar
  useSidebar.setState({ isCollapsed })
}

/** The sidebar on phones. Closes on Escape, on a press outside, and after navigating. */
const AdminDrawer = ({ onClose, onLogOut }: { onClose: () => void; onLogOut: () => void }) => (
  <BaseDialog onClose={onClose} title={t('adminShell.menu')} titleHidden placement="drawer">
    <div className={css.drawer} data-field>
      <div className={css.drawerHead}>
        <Logo />
        <PlainIconButton label={t('common.closeMenu')} icon={<X />} onClick={onClose} />
      </div>
      <div className={css.drawerSearch}>
        <SearchBox onNavigate={onClose} />
      </div>
      <AdminNav onNavigate={onClose} onLogOut={onLogOut} />
      <div className={css.drawerFoot}>
        <CurrentDayBadge />
        <ThemeSwitch />
      </div>
    </div>
  </BaseDialog>
)

const team = liveData({ load: (_key: undefined, signal) => request('GET', '/api/admin/team', { signal }) })

export const NeedsPermission = ({ permission }: { permission: Permission }) =>
  useMay(permission) ? <Outlet /> : <NoAccess permission={permission} />

const NoAccess = ({ permission }: { permission: Permission }) => {
  const role = useRole()
  const { members = [] } = useLiveData(team).data ?? {}
  const owners = members.filter((member) => member.role === 'owner' && member.status === 'active')
  const names = owners.map(({ fullName }) => fullName)
  return (
    <AdminPage title={t('team.noAccess')}>
      <EmptyState
        title={t('team.noAccessText', {
          lowest: lowestRole(permission),
          role: role === undefined ? '' : roleLabels[role],
        })}
        text={
          names.length > 0 ? t('team.whoChanges', { names: formatList(names) }) : t('team.whoChangesUnknown')
        }
        link={{ to: paths.admin.team, children: t('team.toTeam') }}
      />
    </AdminPage>
  )
}
