import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { challengeDay, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { challengeProjection, initialChallenge, type Challenge } from './projection.ts'

export type ChallengeQueriesOptions = {
  store: ReadModelStore
  clock: Clock
  /** Time zone of the challenge: what a day is. */
  timeZone: string
}

export type ChallengeQueries = {
  /** While the view cannot be read, the day by what is known of the start; throws where nothing was ever read. */
  currentDay(): Promise<CurrentDayResponse>
}

export function challengeQueries({ store, clock, timeZone }: ChallengeQueriesOptions): ChallengeQueries {
  let known: Challenge | undefined

  const challenge = async (): Promise<Challenge> => {
    try {
      const [current = initialChallenge] = await store.load<Challenge>(challengeProjection, ['current'])
      known = current
    } catch (error) {
      if (known === undefined || !isReadModelUnavailable(error)) throw error
    }
    return known
  }

  return {
    currentDay: async () => {
      const { startsAt, run } = await challenge()
      const start = startsAt === null ? undefined : Date.parse(startsAt)
      const now = clock()
      return {
        success: true,
        day: challengeDay(start, now, timeZone),
        totalDays,
        started: start !== undefined && start <= now,
        startsAt,
        run,
        timeZone,
      }
    },
  }
}
