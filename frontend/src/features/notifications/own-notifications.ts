// The notifications of the signed-in participant, as live data, and how they are marked as read.

import type { Notification, NotificationsResponse } from '@thirty/contracts/notifications/api.ts'
import { isRead } from '@thirty/contracts/notifications/read-mark.ts'
import { paths } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn, pagesOf } from '../../shared/live/live-data.ts'
import type { LogPosition } from '../../shared/live/position.ts'

/** The loaded notifications of a participant, newest first. It has no position, because the answer has the position of another read model. */
export type Notifications = Pick<NotificationsResponse, 'unread' | 'notifications' | 'nextCursor'> & {
  /** The position up to which everything can be marked as read. */
  upTo: string
  loadedAt?: LogPosition
}

export const ownNotifications = liveData<Notifications>({
  ...pagesOf('notifications', {
    pageSize: 20,
    fetchPage: async (_key: undefined, query, signal) => {
      const { position, epoch, ...loaded } = await request('GET', '/api/notifications', { query, signal })
      return { ...loaded, upTo: position, loadedAt: { position, epoch } }
    },
    idOf: ({ id }) => id,
  }),
  // Messages about own projects and the challenge only say that there may be something new.
  messages: {
    ...reloadsOn('submission.changed', 'project.rated', 'project.liked', 'project.commented'),
    ...reloadsOn('challenge.changed'),
    'notifications.changed': withReadMark,
  },
})

/** Marks everything as read that is loaded, on all devices. Rejects with `RequestFailed`. */
export async function markAllAsRead({ upTo }: Notifications): Promise<void> {
  const mark = await request('POST', '/api/notifications/read', { body: { upTo } })
  ownNotifications.change((loaded) => withReadMark(loaded, mark))
}

/** Marks single notifications as read, on all devices. Never rejects: they stay unread then. */
export async function markAsRead(notifications: readonly Notification[]): Promise<void> {
  const single = notifications.filter(({ isUnread }) => isUnread).map(({ position }) => position)
  if (single.length === 0) return
  const mark = await request('POST', '/api/notifications/read', { body: { single } }).catch(() => undefined)
  if (mark) ownNotifications.change((loaded) => withReadMark(loaded, mark))
}

/** Marks the loaded notifications of the project with this path as read. */
export function markProjectAsRead(pathname: string): void {
  const { notifications = [] } = ownNotifications.at().getState().data ?? {}
  void markAsRead(
    notifications.filter((item) => 'project' in item && paths.project(item.project._id) === pathname),
  )
}

type ReadMarkMessage = { readUpTo: string; readSingle?: readonly string[] | undefined }

/** Returns the notifications after some were read, here or on another device. */
function withReadMark(loaded: Notifications, { readUpTo, readSingle }: ReadMarkMessage): Notifications {
  const mark = { upTo: readUpTo, single: readSingle }
  const isNewlyRead = ({ isUnread, position }: Notification) => isUnread && isRead(mark, position)
  const notifications = loaded.notifications.map((item) =>
    isNewlyRead(item) ? { ...item, isUnread: false } : item,
  )
  const newlyRead = loaded.notifications.filter(isNewlyRead).length
  // Everything that was loaded counts, also what is on later pages.
  const unread = isRead({ upTo: readUpTo }, loaded.upTo) ? 0 : Math.max(0, loaded.unread - newlyRead)
  return { ...loaded, notifications, unread }
}
