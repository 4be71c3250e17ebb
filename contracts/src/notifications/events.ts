import { z } from 'zod'
import { event, notAudited, ofInstallation, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `notifications-<user>`: the read mark of a user, whole in each event. `upTo` is a log position that only increases; `single`
 * has the positions of later notifications that were read alone. Read marks do not belong to a run.
 */
export const notificationEvents = {
  NotificationsRead: event(
    { upTo: z.string(), single: z.array(z.string()).optional() },
    { ...ofInstallation, ownData: ['notifications'] },
    notAudited,
  ),
}
export type NotificationEvent = EventOf<typeof notificationEvents>
