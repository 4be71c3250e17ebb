import { z } from 'zod'
import type { EventOf } from './catalogue.ts'

/**
 * Streams `reminders-<date>`, one for each calendar date of the challenge, such as `reminders-2026-03-08`: how far, in the
 * order of registration, participants were looked at. Whoever appends it sends the mails of that part, and nobody else.
 */
export const reminderEvents = {
  /** `upTo`: id of the user who was looked at last. */
  RemindersTaken: { version: 1, data: z.object({ upTo: z.string() }) },
}
export type ReminderEvent = EventOf<typeof reminderEvents>
