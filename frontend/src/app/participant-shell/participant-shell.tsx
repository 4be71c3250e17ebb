// The layout around every screen of signed-in participants: top bar, tab bar, the dialogs that they open, and the notice that an account is
// pending. It also starts the service worker. `MembersShell` gives admins theirs.
//
// The top bar has, on wide screens, logo, navigation, day, theme, notifications, language, logout and avatar. On phones the navigation is in
// the tab bar, and language and logout are in `more-sheet.tsx`.

import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Clock, House, Menu, Plus, Target, Trophy, LogOut } from 'lucide-react'
import { Outlet, Link, useLocation, paths } from '../../shared/navigation/router.ts'
import { followCurrentDay, useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { LateNotice, Announcer, Toasts } from '../../shared/ui/feedback/shell-messages.tsx'
import { useShellDialog } from '../../shared/navigation/use-shell-dialog.ts'
import { BaseDialog } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog, preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { followRemovals } from '../../shared/ui/focus-after-removal.ts'
import { useAfter } from '../../shared/ui/use-after.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { t } from '../../shared/i18n/t.ts'
import { useSession, isAdminSession } from '../../shared/session/session.ts'
import { Banner } from '../../shared/ui/display/surfaces.tsx'
import { DayBadge } from '../../shared/ui/display/marks.tsx'
import { screens, type Screen } from '../../shared/navigation/screens.ts'
import { PageLoader, Logo } from '../../shared/ui/brand/logo.tsx'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { Avatar } from '../../shared/people/people.tsx'
import { Skeleton } from '../../shared/ui/feedback/states.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { ThemeSwitch, LanguageIconButtons } from '../../shared/ui/controls/theme-and-language.tsx'
import css from './participant-shell.module.css'
import frames from '../../shared/styles/frames.module.css'
import bar from './top-bar.module.css'

const LogOutDialog = lazyDialog(
  async () => (await import('../../shared/account/log-out-dialog.tsx')).LogOutDialog,
)
const MoreSheet = lazyDialog(async () => (await import('./more-sheet.tsx')).MoreSheet)

export const ParticipantShell = () => {
  const { openDialog, open, close } = useShellDialog<'more' | 'log-out'>()
  useEffect(followCurrentDay, [])
  useEffect(followRemovals, [])
  useEffect(() => preloadBeforePress(BaseDialog.preload), [])
  // The first screen loads first, for five seconds.
  useAfter(5000, () => void startServiceWorker().catch(() => undefined))

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

/**
 * Starts the service worker, which shows push messages, and moves the subscription of this browser to the current session.
 * Lets the browser keep the files of the leaderboard, so that it opens without a connection and shows the last standings.
 * Where service workers are missing, nothing happens. Rejects where they are blocked.
 */
async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The address of this file contains a hash, which every release of the frontend changes.
  const release = new URL(import.meta.url).pathname
  const address = `/service-worker.js?${new URLSearchParams({ release })}`
  await navigator.serviceWorker.register(address)
  const { renewPush } = await import('../../shared/push/push.ts')
  await renewPush()
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

type NavigationItem = {
  screen: Screen
  label?: string
  /** The item is also active at paths with one of these prefixes. */
  alsoActiveAt?: readonly string[]
}

/** The navigation of a participant in the order of the top bar. */
const navigationItems: readonly NavigationItem[] = [
  { screen: screens.dashboard },
  { screen: screens.dailyChallenge },
  { screen: screens.leaderboard, alsoActiveAt: [paths.project('')] },
  { screen: screens.myProjects, label: t('app.projects'), alsoActiveAt: ['/projects', paths.submitProject] },
  { screen: screens.community },
  { screen: screens.resources },
]

const TopBar = ({ onLogOut }: { onLogOut: () => void }) => (
  <header className={bar.bar}>
    <div className={`${frames.page} ${bar.inside}`}>
      <Link to={paths.dashboard} className={bar.home} aria-label={t('app.dashboardPage')}>
        <Logo />
      </Link>
      <Navigation />
      <div className={bar.tools}>
        <Today />
        {/* Narrow phones have no room for it; the theme can be chosen in the profile, too. */}
        <span className={bar.notNarrow}>
          <ThemeSwitch />
        </span>
        <NotificationBell />
        <span className={bar.wideOnly}>
          <LanguageIconButtons />
          <IconButton label={t('common.logOut')} icon={<LogOut />} onClick={onLogOut} />
        </span>
        <ProfileLink />
      </div>
    </div>
  </header>
)

const Navigation = () => {
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('app.main')} className={bar.places}>
      {navigationItems.map(({ screen: { path, title }, label = title, alsoActiveAt = [] }) => {
        const isActive = pathname === path || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))
        return (
          <Link key={path} to={path} aria-current={isActive ? 'page' : undefined}>
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

const Today = () => {
  const { day, totalDays, started, ended, isLoaded } = useCurrentDay()
  return (
    <Link
      to={paths.dailyChallenge}
      className={bar.today}
      aria-label={isLoaded ? undefined : screens.dailyChallenge.title}
    >
      {isLoaded ? (
        <>
          <span className={bar.shortDay}>
            <DayBadge day={day} today={started && !ended} />
          </span>
          <span className={bar.wholeDay}>
            <DayBadge day={day} of={totalDays} today={started && !ended} />
          </span>
        </>
      ) : (
        <Skeleton width="80px" height="30px" />
      )}
    </Link>
  )
}

const ProfileLink = () => {
  const session = useSession((store) => store.session)
  if (!('user' in session)) return <span className={bar.me} />
  const { _id, fullName, profileImage } = session.user
  return (
    <Link to={paths.profile} className={bar.me} aria-label={t('app.yourProfile', { name: fullName })}>
      <Avatar id={_id} name={fullName} image={profileImage} size={36} />
    </Link>
  )
}
