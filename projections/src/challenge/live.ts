import { rooms, type ChallengeChanged } from '@thirty/contracts/live.ts'
import type { ChallengeQueries } from './query.ts'

/** Everybody hears when the challenge itself changes: visitors are in the showcase, all others in the board's room. */
export function challengeUpdates(queries: ChallengeQueries) {
  const build = async (): Promise<Omit<ChallengeChanged, 'position' | 'at'>> => {
    const { run, startsAt, day, totalDays } = await queries.currentDay()
    return { run, startsAt, day, totalDays }
  }
  return () =>
    [rooms.showcase, rooms.leaderboard].map((room) => ({
      room,
      message: 'challenge.changed' as const,
      build,
    }))
}
