import { paths } from '../../app/paths.ts'

/** The screen that a project or a profile was opened from. `path` may have the filters of that screen. */
export type BackTarget = { path: string; label: string }

const leaderboard: BackTarget = { path: paths.leaderboard, label: 'Leaderboard' }

const labels: ReadonlyMap<string, string> = new Map([
  [paths.leaderboard, 'Leaderboard'],
  [paths.myProjects, 'My projects'],
  ['/projects', 'My projects'],
  [paths.dashboard, 'Dashboard'],
  [paths.submitProject, 'Submit project'],
  [paths.community, 'Community'],
  [paths.dailyChallenge, 'Daily challenge'],
  [paths.profile, 'Profile'],
])

/** Screens whose paths have an id. */
const labelsByPrefix = [
  [paths.person(''), 'Profile'],
  [paths.project(''), 'Project'],
] as const

/** Returns the screen that a `ProjectLink` or `PersonLink` has kept in the history state; the leaderboard without one. */
export function backTarget(state: unknown): BackTarget {
  if (typeof state !== 'object' || state === null || !('from' in state)) return leaderboard
  const { from } = state
  if (typeof from !== 'string') return leaderboard
  const label =
    labels.get(from.split('?')[0] ?? '') ?? labelsByPrefix.find(([prefix]) => from.startsWith(prefix))?.[1]
  return label === undefined ? leaderboard : { path: from, label }
}
