// The navigation of the admin area, with the admin's own account, the other languages and logout at the bottom, and the bar at the top of its
// screens: search, day, theme, bell and avatar; on phones menu, logo, bell and avatar. Both count the submissions that wait for a review.

import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import {
  ArchiveRestore,
  CircleUser,
  HeartPulse,
  Inbox,
  KeyRound,
  Languages,
  LogOut,
  MessagesSquare,
  Scale,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Trophy,
  Users,
  type LucideIcon,
  Bell,
  Menu,
} from 'lucide-react'
import { Link, useLocation, useNavigate, paths } from '../../shared/navigation/router.ts'
import { LanguageSwitch, ThemeSwitch } from '../../shared/ui/controls/theme-and-language.tsx'
import { useRole } from '../../shared/team/permissions.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { CountBadge } from '../../shared/ui/display/surfaces.tsx'
import { DayBadge } from '../../shared/ui/display/marks.tsx'
import { adminScreens, screens, type Screen } from '../../shared/navigation/screens.ts'
import { useSession } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/people/people.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { BrandMark } from '../../shared/ui/brand/logo.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { SearchBox } from './search/search-box.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-navigation.module.css'

type Item = {
  screen: Screen
  icon: LucideIcon
  /** The item is also active at paths with one of these prefixes. */
  alsoActiveAt?: readonly string[]
}

/** The navigation of the admin area. A screen that needs a permission is only shown to admins who have it. */
const items: readonly Item[] = [
  { screen: adminScreens.leaderboard, icon: Trophy },
  {
    screen: adminScreens.submissions,
    icon: Inbox,
    alsoActiveAt: [paths.admin.rateProject(''), '/admin/projects/'],
  },
  { screen: adminScreens.judging, icon: Scale },
  { screen: screens.community, icon: MessagesSquare, alsoActiveAt: [paths.project(''), paths.person('')] },
  { screen: adminScreens.users, icon: Users, alsoActiveAt: [`${paths.admin.users}/`] },
  { screen: adminScreens.team, icon: ShieldCheck },
  { screen: adminScreens.settings, icon: SlidersHorizontal },
  { screen: adminScreens.version, icon: ArchiveRestore },
  { screen: adminScreens.audit, icon: ScrollText },
  { screen: adminScreens.health, icon: HeartPulse },
]

/** The admin's own account, below the navigation. */
const ownItems: readonly Item[] = [
  { screen: adminScreens.account, icon: CircleUser },
  { screen: adminScreens.security, icon: KeyRound },
]

type AdminNavProps = {
  /** Closes the drawer. Without it, only icons are shown while the sidebar is collapsed; the labels become tooltips. */
  onNavigate?: (() => void) | undefined
  onLogOut: () => void
}

export const AdminNav = ({ onNavigate, onLogOut }: AdminNavProps) => {
  const role = useRole()
  const isPermitted = ({ screen: { permission } }: Item) =>
    permission === undefined || role === undefined || hasPermission(role, permission)
  return (
    <nav aria-label={t('common.admin')} className={css.nav} data-collapsible={!onNavigate || undefined}>
      <ul>
        {items.filter(isPermitted).map((item) => (
          <li key={item.screen.path}>
            <NavLink {...item} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
      <div>
        {ownItems.map((item) => (
          <NavLink key={item.screen.path} {...item} onNavigate={onNavigate} />
        ))}
        <LanguageSwitch className={css.item} nameClass={css.label} icon={<Languages />} />
        <button type="button" className={css.item} onClick={onLogOut}>
          <LogOut />
          <span className={css.label}>{t('common.logOutAccount')}</span>
        </button>
      </div>
    </nav>
  )
}

type NavLinkProps = Item & Pick<AdminNavProps, 'onNavigate'>

const NavLink = ({ screen, icon: Icon, alsoActiveAt = [], onNavigate }: NavLinkProps) => {
  const { pathname } = useLocation()
  const isActive = pathname === screen.path || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))
  return (
    <Link
      to={screen.path}
      className={css.item}
      aria-current={isActive ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon />
      <span className={css.label}>{screen.title}</span>
      {screen === adminScreens.submissions && <PendingCount />}
    </Link>
  )
}

const PendingCount = () => {
  const count = usePendingCount()
  return (
    count > 0 && (
      <span className={css.count}>
        <CountBadge count={count} loud />
        <VisuallyHidden> {t('adminShell.waitingForReview')}</VisuallyHidden>
      </span>
    )
  )
}

export const AdminTopBar = ({ onMenu }: { onMenu: () => void }) => (
  <header className={css.bar}>
    <div className={css.wide}>
      <div className={css.search}>
        <SearchBox hasSlashShortcut />
      </div>
      <CurrentDayBadge />
      <span className={css.tools}>
        <ThemeSwitch />
        <PendingBell />
        <OwnAvatar />
      </span>
    </div>
    <div className={css.phone} data-field>
      <IconButton label={t('adminShell.menu')} icon={<Menu />} onClick={onMenu} />
      <BrandMark />
      <span className={css.word}>{t('common.admin')}</span>
      <PendingBell />
      <OwnAvatar />
    </div>
  </header>
)

const PendingBell = () => {
  const navigate = useNavigate()
  const count = usePendingCount()
  return (
    <IconButton
      label={t('adminShell.submissionsWaiting', { count })}
      icon={<Bell />}
      badge={count}
      onClick={() => void navigate(`${paths.admin.submissions}?status=submitted`)}
    />
  )
}

const OwnAvatar = () => {
  const session = useSession((store) => store.session)
  if (session.kind !== 'admin') return null
  const { _id, fullName, profileImage } = session.user
  return (
    <Link
      to={paths.admin.account}
      className={css.me}
      aria-label={t('adminShell.accountOf', { name: fullName })}
    >
      <FullText text={fullName}>
        <Avatar id={_id} name={fullName} image={profileImage} size={36} />
      </FullText>
    </Link>
  )
}

/** The current day of the challenge. Before the start and after the end it is not marigold, the colour of the current day. */
export const CurrentDayBadge = () => {
  const { day, totalDays, started, ended, isLoaded } = useCurrentDay()
  return isLoaded && <DayBadge day={day} of={totalDays} today={started && !ended} />
}

const pendingCount = liveData({
  load: async (_key: undefined, signal) => {
    const query = { limit: 1 }
    const { counts, position, epoch } = await request('GET', '/api/projects/all', { query, signal })
    return { count: counts.submitted, position, epoch }
  },
  messages: {
    // People and projects have separate messages; messages about projects have the positions of this count.
    'statistics.changed': (current, { statistics, position, epoch }) =>
      'pending' in statistics ? { count: statistics.pending, position, epoch } : current,
  },
})

const usePendingCount = (): number => useLiveData(pendingCount).data?.count ?? 0
