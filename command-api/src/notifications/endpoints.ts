import { notificationEndpoints } from '@thirty/contracts/endpoints/community/notifications.ts'
import { notificationsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { markRead } from './decide.ts'
import { evolve, nothingRead } from './evolve.ts'

export type NotificationDeps = {
  commands: Commands
  log: Pick<EventLog, 'head' | 'truncate'>
  waitForProjections: WaitForProjections
}

/** Marks that a stream holds before it is cut down to its last. */
const mostMarks = 64

/** Marks what was read. */
export function notificationHandlers({ commands, log, waitForProjections }: NotificationDeps): Endpoint[] {
  return [
    endpoint(notificationEndpoints.read)(async (asked) => {
      const { id } = asked.caller
      const stream = notificationsStream(id)
      const upTo = BigInt(asked.body.upTo)
      const head = await log.head()
      const { state, position, revision, events } = await commands.handle({
        initial: nothingRead,
        evolve,
        stream,
        context: commandContext(asked, id, 'read-notifications'),
        decide: (mark) => markRead(mark, { upTo, head }),
      })
      // Only the last mark is of use; the others would be read again with every new one.
      const isLong = typeof revision === 'number' && revision % mostMarks === 0
      if (isLong && events.length > 0) await log.truncate(stream, revision)
      return { success: true, ...(await waitForProjections(position)), readUpTo: state.toString() }
    }),
  ]
}
