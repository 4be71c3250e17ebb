import type { NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { ReadMark } from './evolve.ts'

/** Positions of the log; `head` is that of its newest event. */
export type MarkRead = { upTo: bigint; head: bigint }

/**
 * Marks everything up to a position as read. The mark only rises: a lower position, for example from an inactive tab,
 * changes nothing. Refuses a position beyond the head, because it would hide future notifications.
 */
export function markRead(mark: ReadMark, { upTo, head }: MarkRead): NotificationEvent[] {
  if (upTo <= mark) return []
  if (upTo > head) {
    refuse('invalid-fields', 'There is no notification at this position yet', {
      upTo: 'There is no notification at this position yet',
    })
  }
  return [{ type: 'NotificationsRead', data: { upTo: upTo.toString() } }]
}
