import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

/**
 * Streams `notifications-<user>`: how far somebody has read. `upTo` is a position of the log and only ever rises.
 * Marks belong to no run of the challenge.
 */
export const notificationEvents = {
  NotificationsRead: { version: 1, data: z.object({ upTo: z.string() }) },
}
export type NotificationEvent = EventOf<typeof notificationEvents>
