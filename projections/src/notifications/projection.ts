import { notificationEvents } from '@thirty/contracts/notifications/events.ts'
import { userIdFromNotificationsStream } from '@thirty/contracts/events/stream-names.ts'
import type { ReadMark } from '@thirty/contracts/notifications/read-mark.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

/**
 * The read marks of all users, by user id, independent of the run. The notifications themselves are in no read model: `notificationLoader`
 * folds them when they are requested.
 */
export const readMarksProjection: Projection<ReadMark, typeof notificationEvents> = {
  name: 'read-marks',
  version: 2,
  streams: ['notifications-'],
  events: notificationEvents,
  documentIds: ({ stream }) => {
    const user = userIdFromNotificationsStream(stream)
    return user === undefined ? [] : [user]
  },
  evolve: (_mark, event) => event.data,
  indexEntries: () => ({}),
}
