// The events of notifications: what users have read, and how far the reminders of a day have come.

import { z } from 'zod'
import { unauditedEvent, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `notifications-<user>`: the read mark of a user, whole in each event. `upTo` is a log position that only increases; `single`
 * has the positions of later notifications that were read alone. Read marks do not belong to a run.
 */
export const notificationEvents = {
  NotificationsRead: unauditedEvent({ upTo: z.string(), single: z.array(z.string()).optional() }),
}
export type NotificationEvent = EventOf<typeof notificationEvents>

/**
 * Streams `reminders-<date>` for emails and `push-reminders-<date>` for push messages, one for each calendar date of the challenge, e.g.
 * `reminders-2026-03-08`: how far the reminders of that date have come, in the order of registration. The process that appends an event
 * sends the emails of that part; no other process sends them.
 */
export const reminderEvents = {
  /** `upTo`: registration time (ISO) and log position, as sortable text, of the last participant of this part. */
  RemindersTaken: unauditedEvent({ upTo: z.object({ at: z.string(), position: z.string() }) }),
}
export type ReminderEvent = EventOf<typeof reminderEvents>
