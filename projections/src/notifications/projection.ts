import { notificationEvents } from '@thirty/contracts/events/notifications.ts'
import { userIdFromNotificationsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/** The position up to which a user has read the notifications, as decimal text. The document id is the user id. */
export type ReadMark = { readUpTo: string }

/**
 * The read marks of all users, independent of the run. The notifications themselves are in no read model: `draftLoader`
 * folds them when they are requested.
 */
export const readMarksProjection: Projection<ReadMark, typeof notificationEvents> = {
  name: 'read-marks',
  version: 1,
  streams: ['notifications-'],
  events: notificationEvents,
  documentIds: ({ stream }) => {
    const user = userIdFromNotificationsStream(stream)
    return user === undefined ? [] : [user]
  },
  evolve: (_mark, event) => ({ readUpTo: event.data.upTo }),
  indexEntries: () => ({}),
}
