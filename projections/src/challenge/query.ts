import type { CurrentDayAnswer } from '@thirty/contracts/api/challenge.ts'
import { challengeDay, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ViewStore } from '@thirty/infra/views/views.ts'
import { challengeView, newChallenge, type Challenge } from './view.ts'

export type ChallengeQueriesOptions = {
  store: ViewStore
  clock: Clock
  /** Time zone of the challenge: what a day is. */
  timeZone: string
}

export type ChallengeQueries = { currentDay(): Promise<CurrentDayAnswer> }

export function challengeQueries({ store, clock, timeZone }: ChallengeQueriesOptions): ChallengeQueries {
  return {
    currentDay: async () => {
      const [challenge = newChallenge] = await store.load<Challenge>(challengeView, ['current'])
      const startsAt = challenge.startsAt === null ? undefined : Date.parse(challenge.startsAt)
      const now = clock()
      return {
        success: true,
        day: challengeDay(startsAt, now, timeZone),
        totalDays,
        started: startsAt !== undefined && startsAt <= now,
        startsAt: challenge.startsAt,
        run: challenge.run,
        timeZone,
      }
    },
  }
}
