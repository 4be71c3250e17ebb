import type { notificationEvents } from '@thirty/contracts/notifications/events.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { ReadMark } from '@thirty/contracts/notifications/read-mark.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'

type ReadMarkChange = DocumentChange<ReadMark, typeof notificationEvents>

/**
 * Sends a new read mark to the user's other tabs and devices. New notifications need no separate message: clients
 * learn of them from the updates of projects and of the challenge.
 */
export function notificationUpdates({ id, after }: ReadMarkChange): readonly LiveUpdate[] {
  if (after === undefined) return []
  const { upTo: readUpTo, single } = after
  const build = () => ({ readUpTo, ...(single && { readSingle: [...single] }) })
  return [{ room: rooms.user(id), message: 'notifications.changed', build }]
}
