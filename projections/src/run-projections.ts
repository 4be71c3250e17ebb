import { scoredAsFrozen, withoutFreeze, type History } from '@thirty/contracts/rules/history.ts'
import { runName } from '@thirty/contracts/rules/run-name.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { activityProjection } from './activity/projection.ts'
import { withFreeze } from './freeze/with-freeze.ts'
import { judgingProjection } from './judging/projection.ts'
import { isPersonEvent } from './leaderboard/evolve.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { searchProjection } from './search/projection.ts'

export type RunProjections = ReturnType<typeof runProjections>

/**
 * Returns the projections of a history. `timeZone`: the time zone in which challenge days begin and end. A freeze hides ratings; the
 * leaderboard has no event about projects from then on, also none that everybody may see, such as a submission.
 */
export function runProjections(history: History, timeZone: string) {
  const [{ run }] = history
  const isRating = ({ type }: { type: string }): boolean => type === 'ProjectRated'
  return {
    leaderboard: withFreeze(leaderboardProjection(history, timeZone), {
      run,
      isHidden: (event) => !isPersonEvent(event),
    }),
    projects: withFreeze(projectsProjection(history), { run, isHidden: isRating }),
    activity: withFreeze(activityProjection(history), { run, isHidden: isRating }),
    search: searchProjection(history),
    judging: judgingProjection(history),
  }
}

/**
 * Returns the histories whose read models answer: those of admins first. Everybody else has the same ones, but for a scoring that was
 * changed during a freeze.
 */
export function readHistories(history: History): [forAdmins: History, forAll: History] {
  const [forAdmins, forAll] = [withoutFreeze(history), scoredAsFrozen(history)]
  return [forAdmins, runName(forAll) === runName(forAdmins) ? forAdmins : forAll]
}

/** Returns the read models of a history. */
export const runReadModels = (history: History, timeZone: string): ReadModelKey[] =>
  [...new Set(readHistories(history))].flatMap((one) =>
    Object.values(runProjections(one, timeZone)).map(({ name, version }) => ({ name, version })),
  )
