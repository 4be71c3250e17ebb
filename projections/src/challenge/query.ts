// The queries of the challenge: the current day, and the history of the current run.

import type { CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import { challengeDay, challengeEnd, hasEnded, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { frozenAtOf, hasImported, historyOf, periodOf } from '@thirty/contracts/challenge/history.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { orLastKnown } from '../read-model-unavailable.ts'
import { currentHistory, type CurrentHistory } from './current-history.ts'
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
  let lastRead: Runs | undefined

  const lastKnownRuns = async (): Promise<Runs> =>
    (lastRead = await orLastKnown(loadRuns(store), () => lastRead))

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
  return currentHistory(await loadRuns(store))
}

async function loadRuns(store: Pick<ReadModelStore, 'load'>): Promise<Runs> {
  const [challenge] = await store.load<Challenge>(challengeProjection, ['current'])
  return challengeState(challenge).runs
}
