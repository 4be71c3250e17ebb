import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { challengeDay, challengeEnd, hasEnded, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { challengeProjection, initialChallenge, type Challenge } from './projection.ts'

export type ChallengeQueriesOptions = {
  store: ReadModelStore
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
}

export type ChallengeQueries = {
  /**
   * Returns the current day and the end. While the read model is unavailable, computes them from the challenge that was
   * read last; throws if none was read yet.
   */
  currentDay(): Promise<CurrentDayResponse>
}

export function challengeQueries({ store, clock, timeZone }: ChallengeQueriesOptions): ChallengeQueries {
  let lastRead: Challenge | undefined

  const loadChallenge = async (): Promise<Challenge> => {
    try {
      const [current = initialChallenge] = await store.load<Challenge>(challengeProjection, ['current'])
      lastRead = current
    } catch (error) {
      if (lastRead === undefined || !isReadModelUnavailable(error)) throw error
    }
    return lastRead
  }

  return {
    currentDay: async () => {
      const { startsAt, endsAt, run } = await loadChallenge()
      const start = parseTime(startsAt)
      const period = { startsAt: start, endsAt: parseTime(endsAt) }
      const end = challengeEnd(period, timeZone)
      const now = clock()
      return {
        success: true,
        day: challengeDay(start, now, timeZone),
        totalDays,
        started: start !== undefined && start <= now,
        startsAt,
        run,
        timeZone,
        endsAt: end === undefined ? null : new Date(end).toISOString(),
        ended: hasEnded(period, now, timeZone),
        isEndSet: endsAt !== null,
      }
    },
  }
}

const parseTime = (at: string | null): number | undefined => (at === null ? undefined : Date.parse(at))
