// Streams `journey-<run>-<user>` (see `journeyStream`): the days that a participant marked as completed. They are independent of projects
// and earn no points.

import { z } from 'zod'
import { event, notAudited, type EventOf } from '../events/event-definition.ts'

const day = { day: z.int() }
const ofDay = { backupFile: true, ownData: ['completedDays'], exports: [] } as const

export const journeyEvents = {
  DayCompleted: event(day, ofDay, notAudited),
  DayReopened: event(day, ofDay, notAudited),
}
export type JourneyEvent = EventOf<typeof journeyEvents>
