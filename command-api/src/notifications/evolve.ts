import { notificationEvents, type NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import { nothingRead, type ReadMark } from '@thirty/contracts/rules/read-mark.ts'
import type { Fold } from '../fold.ts'

export function evolve(mark: ReadMark, event: NotificationEvent): ReadMark {
  switch (event.type) {
    case 'NotificationsRead':
      return event.data
    default:
      return mark
  }
}

export const readMarkFold: Fold<ReadMark, NotificationEvent> = {
  events: notificationEvents,
  initial: nothingRead,
  evolve,
}
