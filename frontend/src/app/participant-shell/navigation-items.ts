import { paths } from '../paths.ts'
import { t } from '../messages/t.ts'

type NavigationItem = {
  to: string
  label: string
  /** The item is also active at paths with one of these prefixes. */
  alsoActiveAt?: readonly string[]
}

/** The navigation of a participant in the order of the top bar. */
export const navigationItems: readonly NavigationItem[] = [
  { to: paths.dashboard, label: t('dashboard') },
  { to: paths.dailyChallenge, label: t('dailyChallenge') },
  { to: paths.leaderboard, label: t('leaderboard'), alsoActiveAt: ['/project/'] },
  {
    to: paths.myProjects,
    label: t('projects'),
    alsoActiveAt: ['/projects', paths.submitProject],
  },
  { to: paths.community, label: t('community') },
  { to: paths.resources, label: t('resources') },
]

/** Returns whether the item is shown as active at a path. */
export const isActiveItem = (item: Pick<NavigationItem, 'to' | 'alsoActiveAt'>, pathname: string): boolean =>
  pathname === item.to || (item.alsoActiveAt ?? []).some((prefix) => pathname.startsWith(prefix))
