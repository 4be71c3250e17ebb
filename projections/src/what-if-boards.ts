// The leaderboards of a run with the scoring in force and with another, folded from the log for the admin who compares them: they are stored
// nowhere and shown to nobody else. `scalesAt` has the scales of reviewers also for a change of the scoring, which stores them.

import { currentRun, withoutFreeze, type History } from '@thirty/contracts/challenge/history.ts'
import {
  ratingScales,
  type OfficialRating,
  type RatingScales,
} from '@thirty/contracts/judging/normalised-score.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import { isSameScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { ReadSide } from './registered-projection.ts'
import { continuedFold } from './fold-log.ts'
import { countedRatings, type JudgingDocument } from './judging/documents.ts'
import { judgingProjection } from './judging/projection.ts'
import { contendersOf, rankedBoard } from './leaderboard/folded-boards.ts'
import type { Participant } from './leaderboard/participant.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { readChallenge } from './read-challenge.ts'

/** The next comparison with the same scorings continues the folds of the one before. */
export function whatIfBoards({ log, timeZone }: Pick<ReadSide, 'log' | 'timeZone'>) {
  const [foldNow, foldOther] = [continuedFold<Participant>(log), continuedFold<Participant>(log)]
  const foldJudging = continuedFold<JudgingDocument>(log)

  const boardIn = async (fold: typeof foldNow, history: History, scoring: Scoring, position: bigint) => {
    const key = `${runName(withoutFreeze(history))} ${JSON.stringify(scoring)}`
    const projection = leaderboardProjection(scored(history, scoring), timeZone)
    const contenders = contendersOf(await fold(key, projection, position))
    // Accounts that are not active have no rank.
    return rankedBoard(contenders, ({ participant }) => participant.status === 'active')
  }

  /** The same scales as on the page Judging. */
  const scalesIn = async (history: History, position: bigint): Promise<RatingScales> => {
    const unfrozen = withoutFreeze(history)
    const documents = await foldJudging(runName(unfrozen), judgingProjection(unfrozen), position)
    return ratingScales([...officialRatings(documents.values())])
  }

  return {
    /** Returns the scales of the reviewers of the current run, from the official ratings up to a position. */
    scalesAt: async (position: bigint): Promise<RatingScales> =>
      scalesIn(currentRun((await readChallenge(log)).runs).history, position),
    /** Returns the leaderboards of a history with these scorings at the end of the log, and its position. */
    at: async (
      history: History,
      inForce: Scoring,
      otherOf: (scales: () => Promise<RatingScales>) => Promise<Scoring>,
    ) => {
      const position = await log.head()
      const other = await otherOf(() => scalesIn(history, position))
      const now = await boardIn(foldNow, history, inForce, position)
      const isSame = isSameScoring(inForce, other)
      const after = isSame ? now : await boardIn(foldOther, history, other, position)
      return { position, now, after, other }
    },
  }
}

/** Returns the history, without a freeze, with this scoring from its beginning. */
function scored(history: History, scoring: Scoring): History {
  const [{ scorings: _, ...own }, ...parents] = withoutFreeze(history)
  return [{ ...own, scorings: [{ position: 0n, time: 0, scoring }] }, ...parents]
}

function* officialRatings(documents: Iterable<JudgingDocument>): Generator<OfficialRating> {
  for (const document of documents)
    if (document.kind === 'project' && document.status !== 'rejected')
      for (const { rater, tenths } of countedRatings(document))
        yield { reviewer: rater, average: tenths / 10 }
}
