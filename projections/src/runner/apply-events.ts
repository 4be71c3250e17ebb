// Applies events to the documents that a build has in memory (`build-buffer.ts`), and names the event that a projection cannot apply.
// `fold-log.ts` folds the log without builds.

import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import type { DocumentChange } from '../live-update.ts'

/** An event that a projection cannot apply: its code threw, or a newer release wrote the event. */
export class PoisonEvent extends Error {
  override name = 'PoisonEvent'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    super(`The event at ${event.position} (${event.type} in ${event.stream}) could not be applied.`, {
      cause,
    })
    this.event = event
  }
}

/** A document that events change in memory. `isStored`: the store has it. */
export type DocumentInMemory = {
  document: Document | undefined
  readonly isStored: boolean
  isChanged: boolean
}

/** Documents by id. A document that is in no store and was removed again stays here without its content. */
export type DocumentsInMemory = Map<string, DocumentInMemory>

/** Returns the ids of all documents that a projection needs for these events; none if they change nothing. Throws `PoisonEvent`. */
export function concernedIds(projection: Projection, events: readonly RecordedEvent[]): string[] {
  const ids = new Set<string>()
  for (const event of events) {
    try {
      if (isHandled(projection, event)) for (const id of projection.documentIds(event)) ids.add(id)
    } catch (cause) {
      throw new PoisonEvent(event, cause)
    }
  }
  return ids.size === 0 ? [] : [...(projection.alsoReads ?? []), ...ids]
}

/**
 * Applies events to documents in memory; those without an entry do not exist yet. Events of types that the projection does not
 * handle are skipped. Returns the changes if `listsChanges`, and the position of the last event that changed a document and is not
 * hidden. Throws `PoisonEvent`, and leaves all documents as they were.
 */
export function applyEvents(
  projection: Projection,
  events: readonly RecordedEvent[],
  documents: DocumentsInMemory,
  listsChanges = false,
): { changes: readonly DocumentChange[]; changedAt: bigint | undefined } {
  const changes: DocumentChange[] = []
  // Two lists instead of one of pairs: a replay changes several documents with every event.
  const changed: DocumentInMemory[] = []
  const before: (Document | undefined)[] = []
  const [alsoRead] = projection.alsoReads ?? []
  // At hand, because it is read at every event.
  let read = alsoRead === undefined ? undefined : documents.get(alsoRead)
  const others = (id: string) => (id === alsoRead ? read : documents.get(id))?.document
  let changedAt: bigint | undefined
  for (const event of events) {
    try {
      if (!isHandled(projection, event)) continue
      for (const id of projection.documentIds(event)) {
        let own = documents.get(id)
        const previous = own?.document
        const document = projection.evolve(previous, event, id, others)
        if (document === previous) continue
        if (own === undefined) {
          documents.set(id, (own = { document: undefined, isStored: false, isChanged: true }))
          if (id === alsoRead) read = own
        }
        changed.push(own)
        before.push(previous)
        own.document = document
        own.isChanged = true
        if (listsChanges) changes.push({ event, id, before: previous, after: document })
        if (projection.isHidden?.(event, previous, document) !== true) changedAt = event.position
      }
    } catch (cause) {
      for (const own of changed.toReversed()) own.document = before.pop()
      throw new PoisonEvent(event, cause)
    }
  }
  return { changes, changedAt }
}

/** Throws `UnsupportedEventVersion` for an event of the projection that a newer release wrote. */
const isHandled = ({ events }: Projection, event: RecordedEvent): boolean =>
  isEventOf(events ?? allEvents, event) || events === undefined
