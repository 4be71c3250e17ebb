import { paths } from './paths.ts'
import { t } from './messages/t.ts'

/** The screen that a project or a profile was opened from. `path` may have the filters of that screen. */
export type BackTarget = { path: string; label: string }

const leaderboard: BackTarget = { path: paths.leaderboard, label: t('leaderboard') }

const labels: ReadonlyMap<string, string> = new Map([
  [paths.leaderboard, t('leaderboard')],
  [paths.myProjects, t('myProjects')],
  ['/projects', t('myProjects')],
  [paths.dashboard, t('dashboard')],
  [paths.submitProject, t('submitProject')],
  [paths.community, t('community')],
  [paths.dailyChallenge, t('dailyChallenge')],
  [paths.profile, t('profile')],
  [paths.admin.leaderboard, t('leaderboard')],
  [paths.admin.users, t('users')],
])

/** Screens whose paths have an id. */
const labelsByPrefix = [
  [paths.person(''), t('profile')],
  [paths.project(''), t('project')],
  [paths.admin.rateProject(''), t('project')],
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
