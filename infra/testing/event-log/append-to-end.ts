import { VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import type { AppendResult, EventLog, ExpectedRevision, NewEvent } from '@thirty/infra/event-log/event-log.ts'

/**
 * Appends events to a stream at any revision, for test data that nothing depends on. Concurrent calls for one stream
 * are stored in an undefined order.
 */
export async function appendToEnd(
  log: Pick<EventLog, 'append'>,
  stream: string,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  let expected: ExpectedRevision = 'none'
  for (;;) {
    try {
      return await log.append(stream, events, expected)
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      expected = error.actual === -1 ? 'none' : error.actual
    }
  }
}
