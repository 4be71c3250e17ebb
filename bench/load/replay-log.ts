import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { communityEvents, seedEventLog } from './seed-community.ts'

/** Approximate number of events that one participant of the seeded community causes in thirty days. */
const eventsPerParticipant = 77

/** Returns the number of participants in a log of this size. */
export const participantsOf = (size: number): number => Math.round(size / eventsPerParticipant)

/** Seeds the log of a folder with about `size` events of a community, all of them in the past; returns how many there are. */
export const seedReplayLog = (folder: string, size: number): Promise<number> =>
  seedEventLog(
    folder,
    communityEvents({
      participants: participantsOf(size),
      days: totalDays,
      // Reviews of the last day lie some hours after its beginning.
      startedDaysAgo: totalDays + 1,
    }),
  )
