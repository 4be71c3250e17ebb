import { ArchiveRestore, Inbox, ScrollText, SlidersHorizontal, Trophy, Users } from 'lucide-react'
import { paths } from '../../app/paths.ts'

/** The navigation of the admin area. An item is active at its path and at paths with a prefix in `alsoActiveAt`. */
export const adminNavigationItems = [
  { to: paths.admin.leaderboard, label: 'Leaderboard', icon: Trophy, alsoActiveAt: [] },
  {
    to: paths.admin.submissions,
    label: 'Submissions',
    icon: Inbox,
    alsoActiveAt: ['/admin/rate-project/', '/admin/projects/'],
  },
  { to: paths.admin.users, label: 'Users', icon: Users, alsoActiveAt: ['/admin/users/'] },
  { to: paths.admin.settings, label: 'Settings', icon: SlidersHorizontal, alsoActiveAt: [] },
  { to: paths.admin.version, label: 'Version', icon: ArchiveRestore, alsoActiveAt: [] },
  { to: paths.admin.audit, label: 'Audit', icon: ScrollText, alsoActiveAt: [] },
] as const

export type AdminNavigationItem = (typeof adminNavigationItems)[number]

export const isActiveItem = ({ to, alsoActiveAt }: AdminNavigationItem, pathname: string): boolean =>
  pathname === to || alsoActiveAt.some((prefix) => pathname.startsWith(prefix))
