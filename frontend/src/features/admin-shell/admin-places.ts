import { ArchiveRestore, Inbox, SlidersHorizontal, Trophy, Users } from 'lucide-react'
import { paths } from '../../app/paths.ts'

/** The places of the admin area in the order of the sidebar. `also`: addresses that belong there as well. */
export const adminPlaces = [
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

export type AdminPlace = (typeof adminPlaces)[number]

export const isAtPlace = ({ to, also }: AdminPlace, pathname: string): boolean =>
  pathname === to || also.some((start) => pathname.startsWith(start))
