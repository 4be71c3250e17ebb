import { useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { SkipLink } from '../../app/skip-link.tsx'
import { followCurrentDay } from '../../shared/current-day.ts'
import { Announcer } from '../../shared/ui/announcer.tsx'
import { Toasts } from '../../shared/ui/toast.tsx'
import { AdminDrawer } from './admin-drawer.tsx'
import { AdminTopBar } from './admin-top-bar.tsx'
import { LogOutDialog } from './log-out-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { followWaiting } from './waiting-store.ts'
import css from './admin-shell.module.css'

/** What stands round every screen of the admin area. Who is not (or no longer) an admin is kept out by the route. */
export const AdminShell = () => {
  const [open, setOpen] = useState<'drawer' | 'log-out'>()
  const close = () => setOpen(undefined)
  useEffect(() => followCurrentDay('admin'), [])
  useEffect(followWaiting, [])

  return (
    <div className={css.shell}>
      <SkipLink />
      <Sidebar onLogOut={() => setOpen('log-out')} />
      <div className={css.right}>
        <AdminTopBar onMenu={() => setOpen('drawer')} />
        <main id="main" className={css.main}>
          <Outlet />
        </main>
      </div>
      {open === 'drawer' && <AdminDrawer onClose={close} onLogOut={() => setOpen('log-out')} />}
      {open === 'log-out' && <LogOutDialog onClose={close} />}
      <Toasts />
      <Announcer />
    </div>
  )
}
