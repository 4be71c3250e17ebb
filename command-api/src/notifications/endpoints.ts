// Handler that marks notifications as read.

import { notificationEndpoints } from '@thirty/contracts/notifications/api.ts'
import { notificationsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Parts } from '../parts.ts'
import { markRead, readMarkFold } from './decide.ts'

/** Number of marks after which a stream is truncated to the newest. */
const maxMarks = 64

export const notificationHandlers = ({ log, runInBackground, command }: Parts): Endpoint[] => [
  command(notificationEndpoints.read, 'read-notifications', readMarkFold, async ({ caller, body: read }) => {
    const stream = notificationsStream(caller.id)
    const head = await log.head()
    return {
      stream,
      decide: (mark) => markRead(mark, { read, head }),
      answer: ({ state: { upTo: readUpTo, single }, revision, events }) => {
        // Only the newest mark is needed, and every command reads the whole stream. The mark is stored, so an error of the
        // truncation is not the caller's.
        if (typeof revision === 'number' && (revision + 1) % maxMarks === 0 && events.length > 0)
          runInBackground(() => log.truncate(stream, revision))
        return { readUpTo, ...(single && { readSingle: [...single] }) }
      },
    }
  }),
]
