import type { NotificationEvent } from '@thirty/contracts/events/notifications.ts'

/** Position up to which somebody has read; before the beginning while they have read nothing. */
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
