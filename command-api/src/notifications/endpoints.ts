import { notificationEndpoints } from '@thirty/contracts/endpoints/community/notifications.ts'
import { notificationsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { markRead } from './decide.ts'
import { readMarkFold } from './evolve.ts'

export type NotificationDeps = {
  commands: Commands
  log: Pick<EventLog, 'head' | 'truncate'>
  waitForProjections: WaitForProjections
  /** Runs a task after the response; its error is logged. */
  runInBackground: (task: () => Promise<void>) => void
}

/** Number of marks after which a stream is truncated to the newest. */
const maxMarks = 64

/** Handler that marks notifications as read. */
export function notificationHandlers(deps: NotificationDeps): Endpoint[] {
  const { commands, log, waitForProjections, runInBackground } = deps
  return [
    endpoint(notificationEndpoints.read)(async (request) => {
      const { id } = request.caller
      const stream = notificationsStream(id)
      const head = await log.head()
      const { state, position, revision, events } = await commands.handle({
        ...readMarkFold,
        stream,
        context: commandContext(request, id, 'read-notifications'),
        decide: (mark) => markRead(mark, { read: request.body, head }),
      })
      // Only the newest mark is needed, and every command reads the whole stream. The mark is stored, so an error of the
      // truncation is not the caller's.
      if (typeof revision === 'number' && (revision + 1) % maxMarks === 0 && events.length > 0)
        runInBackground(() => log.truncate(stream, revision))
      const { upTo: readUpTo, single } = state
      return {
        success: true,
        ...(await waitForProjections(position)),
        readUpTo,
        ...(single && { readSingle: [...single] }),
      }
    }),
  ]
}
