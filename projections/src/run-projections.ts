import type { History } from '@thirty/contracts/rules/history.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { activityProjection } from './activity/projection.ts'
import { judgingProjection } from './judging/projection.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { searchProjection } from './search/projection.ts'

export type RunProjections = ReturnType<typeof runProjections>

/** Returns the projections of a history. `timeZone`: the time zone in which challenge days begin and end. */
export const runProjections = (history: History, timeZone: string) => ({
  leaderboard: leaderboardProjection(history, timeZone),
  projects: projectsProjection(history),
  activity: activityProjection(history),
  search: searchProjection(history),
  judging: judgingProjection(history),
})

/** Whether a history has a read model of its own for the judging: admins read that of the history without the freeze. */
export const hasJudging = ([{ frozenAt }]: History): boolean => frozenAt === undefined

/** Returns the read models of a history. */
export function runReadModels(history: History, timeZone: string): ReadModelKey[] {
  const { judging, ...others } = runProjections(history, timeZone)
  const projections = [...Object.values(others), ...(hasJudging(history) ? [judging] : [])]
  return projections.map(({ name, version }) => ({ name, version }))
}
