import { seenEvent, type EventLog, type SeenEvent } from './event-log.ts'

/**
 * Returns the newest event of a log that was not erased; `undefined` if there is none. A reader that has read up to there recognises by
 * it whether the log still has what it has read. An older event, such as the last one of its own streams, would not show that the log
 * was put back to a copy from in between.
 */
export async function newestEvent(log: Pick<EventLog, 'readBackwards'>): Promise<SeenEvent | undefined> {
  for await (const { events } of log.readBackwards({ batch: 1 })) if (events[0]) return seenEvent(events[0])
  return undefined
}
