// The bar at the top of participant screens. On wide screens: logo, navigation, day, theme, notifications, language, logout and avatar. On
// phones the navigation is in the tab bar, and language and logout are in `more-sheet.tsx`.

import { LogOut } from 'lucide-react'
import { Link, useLocation, paths } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { useSession } from '../../shared/session/session.ts'
import frames from '../../shared/styles/frames.module.css'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { Skeleton } from '../../shared/ui/feedback/states.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { ThemeSwitch } from '../../shared/ui/controls/theme-switch.tsx'
import { screens, type Screen } from '../../shared/navigation/screens.ts'
import { LanguageIconButtons } from '../../shared/ui/controls/language-switch.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './top-bar.module.css'

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

/** Returns whether the item is shown as active at a path. */
const isActiveItem = ({ screen, alsoActiveAt = [] }: NavigationItem, pathname: string): boolean =>
  pathname === screen.path || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))

export const TopBar = ({ onLogOut }: { onLogOut: () => void }) => (
  <header className={css.bar}>
    <div className={`${frames.page} ${css.inside}`}>
      <Link to={paths.dashboard} className={css.home} aria-label={t('app.dashboardPage')}>
        <Logo />
      </Link>
      <Navigation />
      <div className={css.tools}>
        <Today />
        {/* Narrow phones have no room for it; the theme can be chosen in the profile, too. */}
        <span className={css.notNarrow}>
          <ThemeSwitch />
        </span>
        <NotificationBell />
        <span className={css.wideOnly}>
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
    <nav aria-label={t('app.main')} className={css.places}>
      {navigationItems.map((item) => (
        <Link
          key={item.screen.path}
          to={item.screen.path}
          aria-current={isActiveItem(item, pathname) ? 'page' : undefined}
        >
          {item.label ?? item.screen.title}
        </Link>
      ))}
    </nav>
  )
}

const Today = () => {
  const { day, totalDays, started, ended, isLoaded } = useCurrentDay()
  return (
    <Link
      to={paths.dailyChallenge}
      className={css.today}
      aria-label={isLoaded ? undefined : screens.dailyChallenge.title}
    >
      {isLoaded ? (
        <>
          <span className={css.shortDay}>
            <DayBadge day={day} today={started && !ended} />
          </span>
          <span className={css.wholeDay}>
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
  if (!('user' in session)) return <span className={css.me} />
  const { _id, fullName, profileImage } = session.user
  return (
    <Link to={paths.profile} className={css.me} aria-label={t('app.yourProfile', { name: fullName })}>
      <Avatar id={_id} name={fullName} image={profileImage} size={36} />
    </Link>
  )
}
