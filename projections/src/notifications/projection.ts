import type { NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import { userIdFromNotificationsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/** How far somebody has read: a position of the log as decimal text. Documents stand under the user's id. */
export type ReadMark = { readUpTo: string }

/** Who has read how far. Marks belong to no run. What there is to read is in no view: it is folded when it is asked for. */
export const readMarksProjection: Projection<ReadMark> = {
  name: 'read-marks',
  version: 1,
  streams: ['notifications-'],
  documentIds: ({ type, stream }) => {
    const reader = type === 'NotificationsRead' ? userIdFromNotificationsStream(stream) : undefined
    return reader === undefined ? [] : [reader]
  },
  evolve: (mark, event) => evolve(mark, event),
  indexEntries: () => ({}),
}

function evolve(mark: ReadMark | undefined, event: RecordedEvent): ReadMark | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & NotificationEvent
  switch (type) {
    case 'NotificationsRead':
      return { readUpTo: data.upTo }
    default:
      return mark
  }
}
