// The queries of the challenge: the current day, the state of the challenge, and the history of the current run.

import type { CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import { challengeDay, challengeEnd, hasEnded, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { ChallengeState, Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import {
  frozenAtOf,
  hasImported,
  historyOf,
  periodOf,
  publicHistory,
  type History,
} from '@thirty/contracts/challenge/history.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { orLastKnown } from '../read-model-unavailable.ts'
import { challengeProjection, challengeState, type Challenge } from './projection.ts'
import { isoTimeOrNull } from '@thirty/contracts/iso-time.ts'

export type ChallengeQueriesOptions = {
  store: ReadModelStore
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
  /** Returns the number of the run that is shown. */
  shownRun: () => number
}

export type ChallengeQueries = ReturnType<typeof challengeQueries>

export function challengeQueries({ store, clock, timeZone, shownRun }: ChallengeQueriesOptions) {
  let lastRead: ChallengeState | undefined

  const lastKnownRuns = async (): Promise<Runs> =>
    (lastRead = await orLastKnown(loadChallenge(store), () => lastRead)).runs

  return {
    /** Returns the position of the read model. */
    position: () => livePosition(store, challengeProjection),
    /**
     * Returns the current day and the end of the shown run. While the read model is unavailable, computes them from the challenge that was
     * read last; throws if none was read yet.
     */
    currentDay: async (): Promise<CurrentDayResponse> => {
      const run = shownRun()
      const { runs } = await lastKnownRuns()
      const period = periodOf(historyOf({ run }, runs), runs)
      const start = period.startsAt
      const frozen = frozenAtOf(runs, run)
      const end = challengeEnd(period, timeZone)
      const now = clock()
      return {
        success: true,
        day: challengeDay(start, now, timeZone),
        totalDays,
        started: start !== undefined && start <= now,
        startsAt: isoTimeOrNull(start),
        run,
        ...(hasImported(historyOf({ run }, runs)) && { imported: true as const }),
        timeZone,
        endsAt: isoTimeOrNull(end),
        ended: hasEnded(period, now, timeZone),
        isEndSet: period.endsAt !== undefined,
        frozenAt: isoTimeOrNull(frozen),
        frozen: frozen !== undefined && frozen <= now,
      }
    },
  }
}

/**
 * Returns the history of the current run, which may not be shown yet; `undefined` while the read model of the challenge is not built, or
 * out of date. Throws if it cannot be read.
 */
export async function readCurrentHistory(
  store: Pick<ReadModelStore, 'liveBuild' | 'load'>,
): Promise<CurrentHistory | undefined> {
  const live = await store.liveBuild(challengeProjection)
  if (live === undefined || live.outdatedSince !== undefined) return undefined
  return currentHistory((await loadChallenge(store)).runs)
}

/** Returns the state of the challenge from its read model; `readChallenge` folds it from the log. */
export async function loadChallenge(store: Pick<ReadModelStore, 'load'>): Promise<ChallengeState> {
  const [challenge] = await store.load<Challenge>(challengeProjection, ['current'])
  return challengeState(challenge)
}

/** The history of the current run, and where it began. */
export type CurrentHistory = {
  /** With the freeze of the leaderboard, if one is set: that of everybody but admins. */
  history: History
  /** Time (ISO) and position of the reset or restore that began the run; null for run 1. */
  begun: { at: string; position: bigint } | null
  /**
   * The histories that were shown before and may have read models, the latest first: of this run and of all others that were once
   * current, each also before each change of its scoring.
   */
  earlier: readonly History[]
}

export function currentHistory({ current: run, runs }: Runs): CurrentHistory {
  const history = publicHistory(historyOf({ run }, runs), frozenAtOf(runs, run))
  const begun = runs.get(run)?.begun
  const numbers = [1, ...[...runs].flatMap(([number, other]) => (other.begun === undefined ? [] : [number]))]
  const earlierRuns = numbers
    .filter((number) => number !== run)
    .toReversed()
    .map((number) => historyOf({ run: number }, runs))
  return {
    history,
    begun: begun ? { at: begun.at, position: begun.position } : null,
    earlier: [history, ...earlierRuns].flatMap(withEarlierScorings).slice(1),
  }
}

/** Returns a history as it is and as it was before each change of its scoring, the latest first. */
function withEarlierScorings([{ scorings = [], ...own }, ...parents]: History): History[] {
  const counts = Array.from({ length: scorings.length + 1 }, (_, count) => scorings.length - count)
  return counts.map((count) => [
    { ...own, ...(count > 0 && { scorings: scorings.slice(0, count) }) },
    ...parents,
  ])
}
