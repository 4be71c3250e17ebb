// Reads a stream of the log as a whole, for folds of short streams at a request.

import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

export async function readStream(log: Pick<EventLog, 'read'>, stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const event of log.read(stream)) events.push(event)
  return events
}
