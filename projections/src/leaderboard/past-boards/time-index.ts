// Finds the position of the log at a time. The log is ordered by position, and the clocks of several processes differ a little, so the
// place of a time is before the first event that is later. Remembers sparse marks, so that the log is read once.

import { beginning, seenEvent, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'

/** A place in the log up to which no event is later than `at` (milliseconds since 1970). */
type Mark = SeenEvent & { at: number }

/** Events between two marks. */
const eventsPerMark = 512

export class TimeIndex {
  readonly #log: Pick<EventLog, 'readAll' | 'compareEvent'>
  readonly #streams: readonly string[]
  #marks: Mark[] = []
  #reading: Promise<void> = Promise.resolve()

  /** Finds positions of the events of these streams. */
  constructor(log: Pick<EventLog, 'readAll' | 'compareEvent'>, streams: readonly string[]) {
    this.#log = log
    this.#streams = streams
  }

  /**
   * Returns the position of the event before the first event after a time in milliseconds; `undefined` if the log begins later or is
   * empty.
   */
  async positionAt(time: number): Promise<bigint | undefined> {
    const result = this.#reading.then(() => this.#find(time))
    this.#reading = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  async #find(time: number): Promise<bigint | undefined> {
    const newest = this.#marks.at(-1)
    if (newest && (await this.#log.compareEvent(newest)) === 'other') this.#marks = []
    const from = this.#marks.findLast((mark) => mark.at <= time)
    let found = from?.position
    let latest = from?.at ?? -Infinity
    const range = { after: from?.position ?? beginning, streams: this.#streams, batch: eventsPerMark }
    for await (const events of this.#log.readAll({ ...range, ...(from && { seen: from }) })) {
      for (const { at, position } of events) {
        const moment = Date.parse(at)
        if (moment > time) return found
        latest = Math.max(latest, moment)
        found = position
      }
      const last = events.at(-1)
      // Everything up to it was read.
      if (last && last.position > (this.#marks.at(-1)?.position ?? beginning))
        this.#marks.push({ ...seenEvent(last), at: latest })
    }
    return found
  }
}
