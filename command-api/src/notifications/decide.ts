// Decides which notifications a user has read.

import type { readNotificationsRequest } from '@thirty/contracts/notifications/api.ts'
import { notificationEvents, type NotificationEvent } from '@thirty/contracts/notifications/events.ts'
import {
  withReadUpTo,
  withSingle,
  nothingRead,
  type ReadMark,
} from '@thirty/contracts/notifications/read-mark.ts'
import type { z } from 'zod'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'

/** Positions of the log; `head` is that of its newest event. */
export type MarkRead = { read: z.infer<typeof readNotificationsRequest>; head: bigint }

/**
 * Marks everything up to a position, or single notifications, as read. The mark only rises: a lower position, for example from an
 * inactive tab, changes nothing. Refuses a position beyond the head, because it would hide future notifications.
 */
export function markRead(mark: ReadMark, { read, head }: MarkRead): NotificationEvent[] {
  const next = 'upTo' in read ? withReadUpTo(mark, read.upTo) : withSingle(mark, read.single)
  if (next === mark) return []
  const [field, positions] = 'upTo' in read ? ['upTo', [read.upTo]] : ['single', read.single]
  if (positions.some((position) => BigInt(position) > head)) {
    const message = 'There is no notification at this position'
    throw untranslated('invalid-fields', message, { [field]: message })
  }
  const { upTo, single } = next
  return [{ type: 'NotificationsRead', data: { upTo, ...(single && { single: [...single] }) } }]
}

export const readMarkFold = {
  events: notificationEvents,
  initial: nothingRead,
  evolve: (_mark: ReadMark, { data }: NotificationEvent): ReadMark => data,
}
