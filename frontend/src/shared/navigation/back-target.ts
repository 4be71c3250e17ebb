import { paths, requestedPath } from './router.ts'
import { adminScreens, screens, type Screen } from './screens.ts'

/** The screen that a project or a profile was opened from. `path` may have the filters of that screen. */
export type BackTarget = { path: string; label: string }

const leaderboard: BackTarget = { path: paths.leaderboard, label: screens.leaderboard.title }

const origins: readonly Screen[] = [
  screens.leaderboard,
  screens.myProjects,
  screens.dashboard,
  screens.submitProject,
  screens.community,
  screens.dailyChallenge,
  screens.profile,
  adminScreens.leaderboard,
  adminScreens.users,
]

/** Screens whose paths have an id. */
const labelsByPrefix = [
  [paths.person(''), screens.profile.title],
  [paths.project(''), screens.project.title],
  [paths.admin.rateProject(''), screens.project.title],
] as const

/** Returns the screen that a `ProjectLink` or `PersonLink` has kept in the history state; the leaderboard without one. */
export function backTarget(state: unknown): BackTarget {
  const from = requestedPath(state) ?? leaderboard.path
  const [address = ''] = from.split('?')
  const label =
    origins.find(({ path, otherPaths = [] }) => [path, ...otherPaths].includes(address))?.title ??
    labelsByPrefix.find(([prefix]) => from.startsWith(prefix))?.[1]
  return label === undefined ? leaderboard : { path: from, label }
}
