import {
  ArchiveRestore,
  HeartPulse,
  Inbox,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Trophy,
  Users,
} from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { t } from './messages/t.ts'

/** The navigation of the admin area. An item is active at its path and at paths with a prefix in `alsoActiveAt`. */
export const adminNavigationItems = [
  { to: paths.admin.leaderboard, label: t('leaderboard'), icon: Trophy, alsoActiveAt: [] },
  {
    to: paths.admin.submissions,
    label: t('submissions'),
    icon: Inbox,
    alsoActiveAt: ['/admin/rate-project/', '/admin/projects/'],
  },
  { to: paths.admin.judging, label: t('judging'), icon: Scale, alsoActiveAt: [] },
  { to: paths.admin.users, label: t('users'), icon: Users, alsoActiveAt: ['/admin/users/'] },
  { to: paths.admin.settings, label: t('settings'), icon: SlidersHorizontal, alsoActiveAt: [] },
  { to: paths.admin.version, label: t('version'), icon: ArchiveRestore, alsoActiveAt: [] },
  { to: paths.admin.audit, label: t('audit'), icon: ScrollText, alsoActiveAt: [] },
  { to: paths.admin.health, label: t('health'), icon: HeartPulse, alsoActiveAt: [] },
] as const

export type AdminNavigationItem = (typeof adminNavigationItems)[number]

export const isActiveItem = ({ to, alsoActiveAt }: AdminNavigationItem, pathname: string): boolean =>
  pathname === to || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))
