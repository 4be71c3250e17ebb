import type { Permission } from '@thirty/contracts/rules/permissions.ts'
import {
  ArchiveRestore,
  HeartPulse,
  Inbox,
  MessagesSquare,
  Scale,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Trophy,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from './messages/t.ts'

type Item = {
  to: string
  label: string
  icon: LucideIcon
  alsoActiveAt: readonly string[]
  permission?: Permission
}

/**
 * The navigation of the admin area. An item is active at its path and at paths with a prefix in `alsoActiveAt`. One with a permission is
 * shown to admins who have it only.
 */
export const adminNavigationItems = [
  { to: paths.admin.leaderboard, label: t('leaderboard'), icon: Trophy, alsoActiveAt: [] },
  {
    to: paths.admin.submissions,
    label: t('submissions'),
    icon: Inbox,
    alsoActiveAt: ['/admin/rate-project/', '/admin/projects/'],
  },
  { to: paths.admin.judging, label: t('judging'), icon: Scale, alsoActiveAt: [] },
  {
    to: paths.community,
    label: t('community'),
    icon: MessagesSquare,
    alsoActiveAt: [paths.project(''), paths.person('')],
  },
  { to: paths.admin.users, label: t('users'), icon: Users, alsoActiveAt: ['/admin/users/'] },
  { to: paths.admin.team, label: t('team'), icon: ShieldCheck, alsoActiveAt: [] },
  { to: paths.admin.settings, label: t('settings'), icon: SlidersHorizontal, alsoActiveAt: [] },
  { to: paths.admin.version, label: t('version'), icon: ArchiveRestore, alsoActiveAt: [] },
  { to: paths.admin.audit, label: t('audit'), icon: ScrollText, alsoActiveAt: [] },
  {
    to: paths.admin.health,
    label: t('health'),
    icon: HeartPulse,
    alsoActiveAt: [],
    permission: 'view-health',
  },
] as const satisfies readonly Item[]

export type AdminNavigationItem = (typeof adminNavigationItems)[number]

export const isActiveItem = ({ to, alsoActiveAt }: AdminNavigationItem, pathname: string): boolean =>
  pathname === to || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))
