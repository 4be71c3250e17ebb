import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

/**
 * Streams `notifications-<user>`: the read marker of a user. `upTo` is a log position that only increases. Read markers do
 * not belong to a run.
 */
export const notificationEvents = {
  NotificationsRead: { version: 1, data: z.object({ upTo: z.string() }) },
}
export type NotificationEvent = EventOf<typeof notificationEvents>
