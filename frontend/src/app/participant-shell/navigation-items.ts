import { paths } from '../paths.ts'

type NavigationItem = {
  to: string
  label: string
  /** The item is also active at paths with one of these prefixes. */
  alsoActiveAt?: readonly string[]
}

/** The navigation of a participant in the order of the top bar. */
export const navigationItems: readonly NavigationItem[] = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.dailyChallenge, label: 'Daily challenge' },
  { to: paths.leaderboard, label: 'Leaderboard', alsoActiveAt: ['/project/'] },
  {
    to: paths.myProjects,
    label: 'My projects',
    alsoActiveAt: ['/projects', paths.submitProject],
  },
  { to: paths.community, label: 'Community' },
  { to: paths.resources, label: 'Resources' },
]

/** Returns whether the item is shown as active at a path. */
export const isActiveItem = (item: Pick<NavigationItem, 'to' | 'alsoActiveAt'>, pathname: string): boolean =>
  pathname === item.to || (item.alsoActiveAt ?? []).some((prefix) => pathname.startsWith(prefix))
