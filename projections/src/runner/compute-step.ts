// Applies events to documents in memory, and computes what a step writes. The store is only read.

import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  InvalidIndexEntry,
  type Commit,
  type Document,
  type Upsert,
  type Projection,
} from '@thirty/infra/read-models/read-models.ts'
import type { DocumentChange } from '../registered-projection.ts'

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

/** Documents by id. What is in no store and was removed again stays here without a document. */
export type DocumentsInMemory = Map<string, DocumentInMemory>

/**
 * The changes to publish, and the position of the last event that changed a document and is not hidden; missing if there is none.
 */
export type Applied = { changes: readonly DocumentChange[]; changedAt?: bigint | undefined }

/** The writes of a step, and what follows from them. */
export type Step = Applied & Pick<Commit, 'upserts' | 'deletes'>

export const noWrites: Pick<Step, 'upserts' | 'deletes'> = { upserts: [], deletes: [] }

/** Whether changes by an event are listed. When missing, none are. */
type IsPublished = ((event: RecordedEvent) => boolean) | undefined

/** Applies events to a projection whose documents are in a store. Every document is loaded once. Throws `PoisonEvent`. */
export async function computeStep(
  projection: Projection,
  events: readonly RecordedEvent[],
  load: (ids: readonly string[]) => Promise<DocumentsInMemory>,
  isPublished: IsPublished,
): Promise<Step> {
  const ids = concernedIds(projection, events)
  if (ids.length === 0) return { ...noWrites, changes: [] }
  const documents = await load(ids)
  const applied = applyEvents(projection, events, documents, isPublished)
  return { ...changedDocuments(projection, documents, events), ...applied }
}

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

/** Returns documents of a store as documents in memory. `ids` and `documents` have the same order. */
export const documentsInMemory = (
  ids: readonly string[],
  documents: readonly (Document | undefined)[],
): DocumentsInMemory =>
  new Map(
    ids.map((id, index) => {
      const document = documents[index]
      return [id, { document, isStored: document !== undefined, isChanged: false }]
    }),
  )

/**
 * Applies events to documents in memory; those without an entry do not exist yet. Events of types that the projection does not
 * handle are skipped. Throws `PoisonEvent`, and leaves all documents as they were.
 */
export function applyEvents(
  projection: Projection,
  events: readonly RecordedEvent[],
  documents: DocumentsInMemory,
  isPublished?: IsPublished,
): Applied {
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
        if (isPublished?.(event)) changes.push({ event, id, before: previous, after: document })
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

function changedDocuments(
  projection: Projection,
  documents: DocumentsInMemory,
  events: readonly RecordedEvent[],
): Pick<Commit, 'upserts' | 'deletes'> {
  const upserts: Upsert[] = []
  const deletes: string[] = []
  try {
    for (const [id, { document, isStored, isChanged }] of documents) {
      if (!isChanged) continue
      if (!document) {
        if (isStored) deletes.push(id)
      } else
        upserts.push({
          id,
          document,
          indexEntries: indexEntriesOf(projection, document, id),
          ...(projection.texts && { texts: projection.texts(document, id) }),
          ...(projection.words && { words: projection.words(document, id) }),
        })
    }
  } catch (cause) {
    // Any of several events may be the cause; the caller then applies them one at a time.
    const last = events.at(-1)
    throw last ? new PoisonEvent(last, cause) : cause
  }
  return { upserts, deletes }
}

/** Throws `InvalidIndexEntry` for a score that cannot be compared: it would break the order of the whole index. */
function indexEntriesOf(projection: Projection, document: Document, id: string): Upsert['indexEntries'] {
  let entries: Upsert['indexEntries']
  try {
    entries = projection.indexEntries(document, id)
  } catch (cause) {
    throw new InvalidIndexEntry(`The index entries of ${id} cannot be computed.`, { cause })
  }
  for (const name in entries) {
    if (!Number.isFinite(entries[name]?.score))
      throw new InvalidIndexEntry(`The score of ${id} in the index ${name} is not a number.`)
  }
  return entries
}

/**
 * A changed document of a build that queries do not read yet. Its index entries are computed whenever the store reads
 * them, and not kept: a rebuild changes most documents many times, and its store reads the entries once, at the end.
 * Computing them at every change makes the `replay` benchmark 15 per cent slower.
 */
export class UnindexedDocument implements Upsert {
  readonly id: string
  readonly document: Document
  readonly #projection: Projection

  constructor(projection: Projection, document: Document, id: string) {
    this.id = id
    this.document = document
    this.#projection = projection
  }

  /** Throws `InvalidIndexEntry`. */
  get indexEntries(): Upsert['indexEntries'] {
    return indexEntriesOf(this.#projection, this.document, this.id)
  }

  get texts(): readonly string[] {
    return this.#projection.texts?.(this.document, this.id) ?? []
  }

  get words(): readonly string[] {
    return this.#projection.words?.(this.document, this.id) ?? []
  }
}
