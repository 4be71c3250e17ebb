import { lazy, Suspense, useEffect } from 'react'
import { Outlet } from '../../shared/navigation/router.ts'
import { followCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { useShellDialog } from '../../shared/navigation/use-shell-dialog.ts'
import { Announcer } from '../../shared/ui/feedback/announcer.tsx'
import { Toasts } from '../../shared/ui/feedback/toast.tsx'
import { followRemovals } from '../../shared/ui/focus-after-removal.ts'
import { SkipLink } from './skip-link.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import css from './participant-shell.module.css'
import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { Clock } from 'lucide-react'
import layout from '../../shared/styles/layout.module.css'
import { useSession } from '../../shared/session/session.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { t } from '../../shared/i18n/t.ts'

/** The files of the first screen come first, in ms. */
const delayMs = 5000

/**
 * Starts the service worker, which shows push messages, and moves the subscription of this browser to the current session.
 * Lets the browser keep the files of the leaderboard, so that it opens without a connection and shows the last standings.
 * Browsers without service workers, or that block them, do without.
 */
function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    // The address of this file contains a hash, which every release of the frontend changes.
    const release = new URL(import.meta.url).pathname
    const register = () =>
      void serviceWorker
        .register(`/service-worker.js?${new URLSearchParams({ release })}`)
        .then(async () => (await import('../../shared/push/push.ts')).renewPush())
        .catch(() => undefined)
    const timer = setTimeout(register, delayMs)
    return () => clearTimeout(timer)
  }, [])
}

const LogOutDialog = lazy(async () => ({
  default: (await import('../../shared/account/log-out-dialog.tsx')).LogOutDialog,
}))
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }))

/** The layout around every participant screen: top bar, tab bar, and the dialogs that they open. */
export const ParticipantShell = () => {
  const { openDialog, open, close } = useShellDialog<'more' | 'log-out'>()
  useEffect(() => followCurrentDay('user'), [])
  useEffect(followRemovals, [])
  useOfflinePage()

  return (
    <div className={css.shell}>
      <SkipLink />
      <TopBar onLogOut={() => open('log-out')} />
      <main id="main" className={css.main}>
        <PendingNotice />
        <LateNotice />
        <DayNotice />
        <Outlet />
      </main>
      <TabBar onMore={() => open('more')} />
      <Suspense fallback={null}>
        {openDialog === 'more' && <MoreSheet onClose={close} onLogOut={() => open('log-out')} />}
        {openDialog === 'log-out' && <LogOutDialog onClose={close} />}
      </Suspense>
      <Toasts />
      <Announcer />
    </div>
  )
}

/** Tells users whose account is pending, on every screen, that they can read only. */
export const PendingNotice = () => {
  const isPending = useSession(({ session }) => session.kind === 'user' && session.user.status === 'pending')
  if (!isPending) return null
  return (
    <div className={`${layout.page} ${css.notice}`}>
      <Banner kind="warning" icon={<Clock />} title={`${pendingAccountText.message}.`}>
        {t('app.lookAround')}
      </Banner>
    </div>
  )
}
