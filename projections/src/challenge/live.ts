import { rooms, type ChallengeChanged } from '@thirty/contracts/live.ts'
import type { Announcement } from '../gather.ts'
import type { ChallengeQueries } from './query.ts'

/** Everybody hears when the challenge itself changes: the showcase is the room that nobody can leave. */
export function challengeNews(queries: ChallengeQueries) {
  const build = async (): Promise<Omit<ChallengeChanged, 'position' | 'at'>> => {
    const { run, startsAt, day, totalDays } = await queries.currentDay()
    return { run, startsAt, day, totalDays }
  }
  return (): readonly Announcement[] => [{ room: rooms.showcase, message: 'challenge.changed', build }]
}
