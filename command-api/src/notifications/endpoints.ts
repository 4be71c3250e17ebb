import { notificationCalls } from '@thirty/contracts/calls/notifications.ts'
import { notificationsStream } from '@thirty/contracts/rules/notifications.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import type { Settle } from '../settle.ts'
import { markRead } from './decide.ts'
import { evolve, nothingRead } from './evolve.ts'

export type NotificationDeps = {
  commands: Commands
  log: Pick<EventLog, 'head' | 'truncate'>
  settle: Settle
}

/** Marks that a stream holds before it is cut down to its last. */
const mostMarks = 64

/** Marks what was read. */
export function notificationEndpoints({ commands, log, settle }: NotificationDeps): Endpoint[] {
  return [
    endpoint(notificationCalls.read)(async (asked) => {
      const { id } = asked.caller
      const stream = notificationsStream(id)
      const upTo = BigInt(asked.body.upTo)
      const head = await log.head()
      const { state, position, revision, events } = await commands.handle({
        initial: nothingRead,
        evolve,
        stream,
        asker: askerOf(asked, id, 'read-notifications'),
        decide: (mark) => markRead(mark, { upTo, head }),
      })
      // Only the last mark is of use; the others would be read again with every new one.
      const isLong = typeof revision === 'number' && revision % mostMarks === 0
      if (isLong && events.length > 0) await log.truncate(stream, revision)
      return { success: true, ...(await settle(position)), readUpTo: state.toString() }
    }),
  ]
}
