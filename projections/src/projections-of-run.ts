// Which projections and read models a run has.

import { scoredAsFrozen, withoutFreeze, type History } from '@thirty/contracts/challenge/history.ts'
import type { ReadModelKey, ReadTarget } from '@thirty/infra/read-models/read-models.ts'
import { activityProjection } from './activity/projection.ts'
import type { RunReader } from './freeze/public-document.ts'
import { withFreeze } from './freeze/with-freeze.ts'
import { judgingProjection } from './judging/projection.ts'
import { isPersonEvent } from './leaderboard/evolve.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { keyOf } from './registered-projection.ts'

export type ProjectionsOfRun = ReturnType<typeof projectionsOfRun>

/**
 * Returns the projections of a history. `timeZone`: the time zone in which challenge days begin and end. A freeze hides ratings; the
 * leaderboard has no event about projects from then on, also none that everybody may see, such as a submission.
 */
export function projectionsOfRun(history: History, timeZone: string) {
  const [{ run }] = history
  const isRating = ({ type }: { type: string }): boolean => type === 'ProjectRated'
  return {
    leaderboard: withFreeze(leaderboardProjection(history, timeZone), {
      run,
      isHidden: (event) => !isPersonEvent(event),
    }),
    projects: withFreeze(projectsProjection(history), { run, isHidden: isRating }),
    activity: withFreeze(activityProjection(history), { run, isHidden: isRating }),
    judging: judgingProjection(history),
  }
}

/** Whether a read model of a run has documents of which others than admins see something else during a freeze. */
export const hasFreeze = ({ name }: ReadTarget): boolean => /^(leaderboard|projects|activity)-/.test(name)

/**
 * Returns the history that each kind of readers sees. Both have the same read models, but for the leaderboard if its scoring was changed
 * during a freeze.
 */
export const historySeenBy = (history: History, reader: RunReader): History =>
  reader === 'admins' ? withoutFreeze(history) : scoredAsFrozen(history)

/** Returns the read models of histories, for both kinds of readers, each once. */
export function runReadModels(histories: readonly History[], timeZone: string): ReadModelKey[] {
  const readers = ['admins', 'everybody'] as const
  const seen = histories.flatMap((history) => readers.map((reader) => historySeenBy(history, reader)))
  const projections = seen.flatMap((history) => Object.values(projectionsOfRun(history, timeZone)))
  return [...new Map(projections.map((projection) => [projection.name, keyOf(projection)])).values()]
}
