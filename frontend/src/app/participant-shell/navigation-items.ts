import { paths } from '../paths.ts'

type NavigationItem = {
  to: string
  label: string
  /** Beginnings of further paths at which the item is shown as active. */
  alsoActiveAt?: readonly string[]
}

/** The navigation of a participant in the order of the top bar. */
export const navigationItems: readonly NavigationItem[] = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.dailyChallenge, label: 'Daily challenge' },
  { to: paths.leaderboard, label: 'Leaderboard' },
  {
    to: paths.myProjects,
    label: 'My projects',
    alsoActiveAt: ['/projects', paths.submitProject, '/project/'],
  },
  { to: paths.community, label: 'Community' },
  { to: paths.resources, label: 'Resources' },
]

/** Whether the item is shown as active at a path. */
export const isActiveItem = (item: Pick<NavigationItem, 'to' | 'alsoActiveAt'>, pathname: string): boolean =>
  pathname === item.to || (item.alsoActiveAt ?? []).some((start) => pathname.startsWith(start))
