import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

const day = z.object({ day: z.int() })

/**
 * Streams `journey-<run>-<user>` (see `rules/journey.ts`): the days that a participant calls done. They say nothing about
 * projects and bring no points. A day that was completed by mistake is opened again.
 */
export const journeyEvents = {
  DayCompleted: { version: 1, data: day },
  DayReopened: { version: 1, data: day },
}
export type JourneyEvent = EventOf<typeof journeyEvents>
