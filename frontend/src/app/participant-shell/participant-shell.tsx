// The layout around every screen of signed-in participants: top bar, tab bar, the dialogs that they open, and the notice that an account is
// pending. It also starts the service worker. `MembersShell` gives admins theirs.

import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Clock, House, Menu, Plus, Target, Trophy } from 'lucide-react'
import { Outlet, Link, useLocation, paths } from '../../shared/navigation/router.ts'
import { followCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { useShellDialog } from '../../shared/navigation/use-shell-dialog.ts'
import { BaseDialog } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog, preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Announcer, Toasts } from '../../shared/ui/feedback/toasts.tsx'
import { followRemovals } from '../../shared/ui/focus-after-removal.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { t } from '../../shared/i18n/t.ts'
import { useSession, isAdminSession } from '../../shared/session/session.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { screens } from '../../shared/navigation/screens.ts'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import css from './participant-shell.module.css'
import frames from '../../shared/styles/frames.module.css'

const LogOutDialog = lazyDialog(
  async () => (await import('../../shared/account/log-out-dialog.tsx')).LogOutDialog,
)
const MoreSheet = lazyDialog(async () => (await import('./more-sheet.tsx')).MoreSheet)

export const ParticipantShell = () => {
  const { openDialog, open, close } = useShellDialog<'more' | 'log-out'>()
  useEffect(followCurrentDay, [])
  useEffect(followRemovals, [])
  useEffect(() => preloadBeforePress(BaseDialog.preload), [])
  useServiceWorker()

  return (
    <div className={css.shell}>
      <SkipLink />
      <TopBar onLogOut={() => open('log-out')} />
      <main id="main" className={css.main}>
        <PendingAccountNotice />
        <LateNotice />
        <DayNotice />
        <Outlet />
      </main>
      <TabBar onMore={() => open('more')} />
      {openDialog === 'more' && <MoreSheet onClose={close} onLogOut={() => open('log-out')} />}
      {openDialog === 'log-out' && <LogOutDialog onClose={close} />}
      <Toasts />
      <Announcer />
    </div>
  )
}

/** Tells users whose account is pending, on every screen, that they can read only. */
export const PendingAccountNotice = () => {
  const isPending = useSession(({ session }) => session.kind === 'user' && session.user.status === 'pending')
  if (!isPending) return null
  return (
    <div className={`${frames.page} ${css.notice}`}>
      <Banner kind="warning" icon={<Clock />} title={`${pendingAccountText.message}.`}>
        {t('app.lookAround')}
      </Banner>
    </div>
  )
}

/** The navigation at the bottom of a phone screen. "More" opens the remaining items. */
const TabBar = ({ onMore }: { onMore: () => void }) => (
  <nav aria-label={t('app.main')} className={css.tabBar}>
    <Tab to={paths.dashboard} label={t('app.home')} icon={<House />} />
    <Tab to={paths.dailyChallenge} label={t('common.today')} icon={<Target />} />
    <Link to={paths.submitProject} className={css.submit} aria-label={screens.submitProject.title}>
      <Plus />
    </Link>
    <Tab to={paths.leaderboard} label={t('app.board')} icon={<Trophy />} />
    <button type="button" className={css.tab} aria-haspopup="dialog" onClick={onMore}>
      <Menu />
      <span className={css.label}>{t('common.more')}</span>
    </button>
  </nav>
)

const Tab = ({ to, label, icon }: { to: string; label: string; icon: ReactNode }) => {
  const { pathname } = useLocation()
  return (
    <Link to={to} className={css.tab} aria-current={pathname === to ? 'page' : undefined}>
      <span aria-hidden="true">{icon}</span>
      <span className={css.label}>{label}</span>
    </Link>
  )
}

/** How long the service worker waits, so that the first screen loads first, in ms. */
const serviceWorkerDelayMs = 5000

/**
 * Starts the service worker, which shows push messages, and moves the subscription of this browser to the current session.
 * Lets the browser keep the files of the leaderboard, so that it opens without a connection and shows the last standings.
 * Where service workers are missing or blocked, nothing happens.
 */
function useServiceWorker(): void {
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
    const timer = setTimeout(register, serviceWorkerDelayMs)
    return () => clearTimeout(timer)
  }, [])
}

const AdminShell = lazy(async () => ({
  default: (await import('../../features/admin-shell/admin-shell.tsx')).AdminShell,
}))

/** The frame of the screens of participants. Admins, who read some of them, keep the one of the admin area. */
export const MembersShell = () => {
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  if (!isAdmin) return <ParticipantShell />
  return (
    <Suspense fallback={<PageLoader />}>
      <AdminShell />
    </Suspense>
  )
}
