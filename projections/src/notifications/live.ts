import { rooms, type NotificationsChanged } from '@thirty/contracts/live.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import type { ReadMark } from './view.ts'

/** The other tabs and devices of whoever read something hear of it. What there is to read is told by the things themselves. */
export function notificationNews(isHeard: IsHeard) {
  return ({ id, after }: Change<ReadMark>): readonly Announcement[] => {
    const room = rooms.user(id)
    if (after === undefined || !isHeard(room)) return []
    const { readUpTo } = after
    const build = (): Omit<NotificationsChanged, 'position' | 'at'> => ({ readUpTo })
    return [{ room, message: 'notifications.changed', build }]
  }
}
