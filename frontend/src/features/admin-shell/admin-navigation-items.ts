import { ArchiveRestore, Inbox, SlidersHorizontal, Trophy, Users } from 'lucide-react'
import { paths } from '../../app/paths.ts'

/** The places of the admin area in the order of the sidebar. `also`: addresses that belong there as well. */
export const adminNavigationItems = [
  { to: paths.admin.leaderboard, label: 'Leaderboard', icon: Trophy, also: [] },
  {
    to: paths.admin.submissions,
    label: 'Submissions',
    icon: Inbox,
    also: ['/admin/rate-project/', '/admin/projects/'],
  },
  { to: paths.admin.users, label: 'Users', icon: Users, also: ['/admin/users/'] },
  { to: paths.admin.settings, label: 'Settings', icon: SlidersHorizontal, also: [] },
  { to: paths.admin.version, label: 'Version', icon: ArchiveRestore, also: [] },
] as const

export type AdminNavigationItem = (typeof adminNavigationItems)[number]

export const isActiveItem = ({ to, also }: AdminNavigationItem, pathname: string): boolean =>
  pathname === to || also.some((start) => pathname.startsWith(start))
