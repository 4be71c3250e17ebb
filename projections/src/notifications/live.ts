import { rooms, type NotificationsChanged } from '@thirty/contracts/live.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { ReadMark } from './projection.ts'

/** The other tabs and devices of whoever read something hear of it. What there is to read is told by the things themselves. */
export function notificationUpdates(isHeard: HasListeners) {
  return ({ id, after }: DocumentChange<ReadMark>): readonly LiveUpdate[] => {
    const room = rooms.user(id)
    if (after === undefined || !isHeard(room)) return []
    const { readUpTo } = after
    const build = (): Omit<NotificationsChanged, 'position' | 'at'> => ({ readUpTo })
    return [{ room, message: 'notifications.changed', build }]
  }
}
