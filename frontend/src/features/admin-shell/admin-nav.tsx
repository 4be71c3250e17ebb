// The navigation of the admin area, with the admin's own account, the other languages and logout at the bottom.

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
} from 'lucide-react'
import { Link, useLocation, paths } from '../../shared/navigation/router.ts'
import { LanguageSwitch } from '../../shared/ui/controls/language-switch.tsx'
import { useRole } from '../../shared/team/permissions.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { adminScreens, screens, type Screen } from '../../shared/navigation/screens.ts'
import { t } from '../../shared/i18n/t.ts'
import { usePendingCount } from './pending-count.ts'
import css from './admin-nav.module.css'

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
  /** Shows icons only while the sidebar is collapsed; the labels become tooltips. */
  collapsible?: boolean
  onNavigate?: () => void
  onLogOut: () => void
}

export const AdminNav = ({ collapsible = false, onNavigate, onLogOut }: AdminNavProps) => {
  const role = useRole()
  const permitted = items.filter(
    ({ screen: { permission } }) =>
      permission === undefined || role === undefined || hasPermission(role, permission),
  )
  return (
    <nav aria-label={t('common.admin')} className={css.nav} data-collapsible={collapsible || undefined}>
      <ul>
        {permitted.map((item) => (
          <li key={item.screen.path}>
            <NavLink item={item} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
      <div>
        {ownItems.map((item) => (
          <NavLink key={item.screen.path} item={item} onNavigate={onNavigate} />
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

type NavLinkProps = { item: Item; onNavigate: (() => void) | undefined }

const NavLink = ({ item: { screen, icon: Icon, alsoActiveAt = [] }, onNavigate }: NavLinkProps) => {
  const { pathname } = useLocation()
  const isActive = pathname === screen.path || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))
  return (
    <Link
      to={screen.path}
      className={css.item}
      aria-current={isActive ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon aria-hidden="true" />
      <span className={css.label}>{screen.title}</span>
      {screen === adminScreens.submissions && <PendingCount />}
    </Link>
  )
}

const PendingCount = () => {
  const count = usePendingCount()
  if (!count) return null
  return (
    <span className={css.count}>
      <CountBadge count={count} loud />
      <VisuallyHidden> {t('adminShell.waitingForReview')}</VisuallyHidden>
    </span>
  )
}
