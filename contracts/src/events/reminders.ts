import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

/**
 * Streams `reminders-<date>`, one for each calendar date of the challenge, such as `reminders-2026-03-08`: how far, in the
 * order of registration, participants were looked at. Whoever appends it sends the mails of that part, and nobody else.
 */
export const reminderEvents = {
  /** `upTo`: when the person who was looked at last registered (ISO), and where in the log, as sortable text. */
  RemindersTaken: {
    version: 1,
    data: z.object({ upTo: z.object({ at: z.string(), position: z.string() }) }),
  },
}
export type ReminderEvent = EventOf<typeof reminderEvents>
