// Folds the documents of a read model from the log one event at a time: without batches, builds and stores, so that the fold shares no
// fault with the projection runner.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { beginning, type EventLog, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import type { Pace } from './pace.ts'

/** Events between two calls of the pace. */
const eventsPerRead = 100

export class ReadModelFold {
  readonly documents = new Map<string, Document>()
  readonly #projection: Projection
  readonly #log: Pick<EventLog, 'readAll'>
  readonly #pace: Pace
  #position = beginning

  constructor(projection: Projection, log: Pick<EventLog, 'readAll'>, pace: Pace) {
    this.#projection = projection
    this.#log = log
    this.#pace = pace
  }

  /** The position up to which events were applied. */
  get position(): bigint {
    return this.#position
  }

  /** Applies the events up to a position of the log. `onTouched` receives the ids of all documents that they concern. */
  async advance(upTo: bigint, onTouched: (id: string) => void = () => undefined): Promise<void> {
    if (upTo <= this.#position) return
    const { streams } = this.#projection
    const range = { after: this.#position, until: upTo, streams, batch: eventsPerRead }
    for await (const events of this.#log.readAll(range)) {
      for (const event of events) this.#apply(event, onTouched)
      this.#position = events.at(-1)?.position ?? this.#position
      await this.#pace()
    }
    this.#position = upTo
  }

  #apply(event: RecordedEvent, onTouched: (id: string) => void): void {
    const { events, documentIds, evolve } = this.#projection
    if (events !== undefined && !isEventOf(events, event)) return
    for (const id of documentIds(event)) {
      onTouched(id)
      const document = evolve(this.documents.get(id), event, id, (other) => this.documents.get(other))
      if (document === undefined) this.documents.delete(id)
      else this.documents.set(id, document)
    }
  }
}
