import { paths } from '../paths.ts'

type NavigationItem = {
  to: string
  label: string
  /** Addresses that belong to this place as well. */
  also?: readonly string[]
}

/** The six places of a participant, in the order of the top bar. */
export const navigationItems: readonly NavigationItem[] = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.dailyChallenge, label: 'Daily challenge' },
  { to: paths.leaderboard, label: 'Leaderboard' },
  { to: paths.myProjects, label: 'My projects', also: ['/projects', paths.submitProject, '/project/'] },
  { to: paths.community, label: 'Community' },
  { to: paths.resources, label: 'Resources' },
]

/** Whether an address belongs to a place. */
export const isActiveItem = (place: Pick<NavigationItem, 'to' | 'also'>, pathname: string): boolean =>
  pathname === place.to || (place.also ?? []).some((start) => pathname.startsWith(start))
