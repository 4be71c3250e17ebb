import { notificationEvents, type NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import type { Fold } from '../fold.ts'

/** Position up to which a user has read; -1 while they have read nothing. */
export type ReadMark = bigint

export const nothingRead: ReadMark = -1n

export function evolve(mark: ReadMark, event: NotificationEvent): ReadMark {
  switch (event.type) {
    case 'NotificationsRead':
      return BigInt(event.data.upTo)
    default:
      return mark
  }
}

export const readMarkFold: Fold<ReadMark, NotificationEvent> = {
  events: notificationEvents,
  initial: nothingRead,
  evolve,
}
