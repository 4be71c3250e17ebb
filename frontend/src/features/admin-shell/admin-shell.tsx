// The layout around every admin screen: sidebar and header. The route guard admits admins only.

import { useEffect } from 'react'
import { Outlet } from '../../shared/navigation/router.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { followCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { subscribe } from '../../shared/live/live-socket.ts'
import { useShellDialog } from '../../shared/navigation/use-shell-dialog.ts'
import { LogOutDialog } from '../../shared/account/log-out-dialog.tsx'
import { useSession } from '../../shared/session/session.ts'
import { BaseDialog } from '../../shared/ui/dialog/base-dialog.tsx'
import { preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Announcer } from '../../shared/ui/feedback/announcer.tsx'
import { Toasts } from '../../shared/ui/feedback/toasts.tsx'
import { followRemovals } from '../../shared/ui/focus-after-removal.ts'
import { AdminDrawer } from './admin-drawer.tsx'
import { AdminTopBar } from './admin-top-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import css from './admin-shell.module.css'

/** Another admin may begin to require two-factor sign-in: then the server says whether this one has it. */
const followTwoFactorNeed = () =>
  subscribe('options.changed', ({ options }) => {
    if (options.ownersNeedTwoFactor) void useSession.getState().check()
  })

export const AdminShell = () => {
  const { openDialog, open, close } = useShellDialog<'drawer' | 'log-out'>()
  useEffect(() => followCurrentDay('admin'), [])
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
