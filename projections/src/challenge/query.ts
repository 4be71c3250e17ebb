import type { CurrentDayAnswer } from '@thirty/contracts/api/challenge.ts'
import { challengeDay, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ViewStore } from '@thirty/infra/views/views.ts'
import { isAway } from '../away.ts'
import { challengeView, newChallenge, type Challenge } from './view.ts'

export type ChallengeQueriesOptions = {
  store: ViewStore
  clock: Clock
  /** Time zone of the challenge: what a day is. */
  timeZone: string
}

export type ChallengeQueries = {
  /** While the view cannot be read, the day by what is known of the start; throws where nothing was ever read. */
  currentDay(): Promise<CurrentDayAnswer>
}

export function challengeQueries({ store, clock, timeZone }: ChallengeQueriesOptions): ChallengeQueries {
  let known: Challenge | undefined

  const challenge = async (): Promise<Challenge> => {
    try {
      const [current = newChallenge] = await store.load<Challenge>(challengeView, ['current'])
      known = current
    } catch (error) {
      if (known === undefined || !isAway(error)) throw error
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
