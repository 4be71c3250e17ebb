// Finds the position of the log at a time. The log is ordered by position, and the clocks of several processes differ a little, so the
// place of a time is before the first event that is later. Remembers sparse marks, so that the log is read once.

import { beginning, seenEvent, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'

/** A place in the log up to which no event is later than `at` (milliseconds since 1970). */
type Mark = SeenEvent & { at: number }

/** Events between two marks. */
const eventsPerMark = 512

/**
 * Returns a function that finds the position of the event of these streams before the first event after a time in milliseconds; `undefined`
 * if the log begins later or is empty.
 */
export function timeIndex(log: Pick<EventLog, 'readAll' | 'compareEvent'>, streams: readonly string[]) {
  let marks: Mark[] = []
  let reading: Promise<unknown> = Promise.resolve()

  const find = async (time: number): Promise<bigint | undefined> => {
    const newest = marks.at(-1)
    if (newest && (await log.compareEvent(newest)) === 'other') marks = []
    const from = marks.findLast((mark) => mark.at <= time)
    let found = from?.position
    let latest = from?.at ?? -Infinity
    const range = { after: from?.position ?? beginning, streams, batch: eventsPerMark }
    for await (const events of log.readAll({ ...range, ...(from && { seen: from }) })) {
      for (const { at, position } of events) {
        const moment = Date.parse(at)
        if (moment > time) return found
        latest = Math.max(latest, moment)
        found = position
      }
      const last = events.at(-1)
      // Everything up to it was read.
      if (last && last.position > (marks.at(-1)?.position ?? beginning))
        marks.push({ ...seenEvent(last), at: latest })
    }
    return found
  }

  return (time: number): Promise<bigint | undefined> => {
    // One after the other, so that each begins at the marks of the one before.
    const result = reading.then(() => find(time))
    reading = result.catch(() => undefined)
    return result
  }
}
