import { z } from 'zod'
import type { EventOf } from '../events/event-definition.ts'

const day = z.object({ day: z.int() })

/**
 * Streams `journey-<run>-<user>` (see `journeyStream`): the days that a participant marked as completed. They are
 * independent of projects and earn no points.
 */
export const journeyEvents = {
  DayCompleted: { version: 1, data: day },
  DayReopened: { version: 1, data: day },
}
export type JourneyEvent = EventOf<typeof journeyEvents>
