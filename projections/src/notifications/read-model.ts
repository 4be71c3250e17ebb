import { notificationEvents } from '@thirty/contracts/notifications/events.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { userIdFromNotificationsStream } from '@thirty/contracts/events/stream-names.ts'
import type { ReadMark } from '@thirty/contracts/notifications/read-mark.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { DocumentChange, LiveUpdate } from '../registered-projection.ts'

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
