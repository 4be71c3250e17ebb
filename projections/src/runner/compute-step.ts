import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  InvalidIndexEntry,
  type Commit,
  type Document,
  type DocumentsOfEvent,
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

type LoadedDocument = { id: string; document: Document | undefined; isStored: boolean; isChanged: boolean }

const notLoaded = (id: string): LoadedDocument => ({
  id,
  document: undefined,
  isStored: false,
  isChanged: false,
})

type Load = (ids: readonly string[]) => Promise<readonly (Document | undefined)[]>

/**
 * The writes of a step, the changes to publish, and the position of the last event that changed a document and is not hidden; missing
 * if there is none.
 */
export type Step = Pick<Commit, 'upserts' | 'deletes'> & {
  changes: readonly DocumentChange[]
  changedAt?: bigint | undefined
}

const emptyStep: Step = { upserts: [], deletes: [], changes: [] }

export type StepOptions = {
  /** Whether changes by an event are listed in the step. When missing, none are. */
  isPublished?: ((event: RecordedEvent) => boolean) | undefined
  /** Whether queries read the build. If so, all index entries are computed here; if not, when the store reads them. */
  isLive: boolean
}

/**
 * Applies events to a projection in memory. Every document is loaded once. Events of types that the
 * projection does not handle are skipped. Throws `PoisonEvent`.
 */
export async function computeStep(
  projection: Projection,
  events: readonly RecordedEvent[],
  load: Load,
  { isPublished, isLive }: StepOptions,
): Promise<Step> {
  const documentsById = new Map<string, LoadedDocument>()
  const documentEvents: DocumentEvent[] = []
  for (const id of projection.alsoReads ?? []) documentsById.set(id, notLoaded(id))
  for (const event of events) addDocumentEvents(projection, event, documentsById, documentEvents)
  if (documentEvents.length === 0) return emptyStep
  const loadedDocuments = [...documentsById.values()]
  const stored = await load([...documentsById.keys()])
  for (const [index, loaded] of loadedDocuments.entries()) {
    loaded.document = stored[index]
    loaded.isStored = loaded.document !== undefined
  }
  const changes: DocumentChange[] = []
  const others = (id: string) => documentsById.get(id)?.document
  let changedAt: bigint | undefined
  for (const documentEvent of documentEvents) {
    const { event, loaded } = documentEvent
    const before = loaded.document
    const isChanged = evolve(projection, documentEvent, others, isPublished, changes)
    if (isChanged && projection.isHidden?.(event, before, loaded.document) !== true)
      changedAt = event.position
  }
  return { ...changedDocuments(projection, loadedDocuments, { events, isLive }), changes, changedAt }
}

/** An event and one of the documents that it changes. */
type DocumentEvent = { event: RecordedEvent; loaded: LoadedDocument }

function addDocumentEvents(
  projection: Projection,
  event: RecordedEvent,
  documentsById: Map<string, LoadedDocument>,
  documentEvents: DocumentEvent[],
): void {
  try {
    const isHandled = isEventOf(projection.events ?? allEvents, event)
    if (projection.events !== undefined && !isHandled) return
    for (const id of projection.documentIds(event)) {
      let loaded = documentsById.get(id)
      if (!loaded) {
        loaded = notLoaded(id)
        documentsById.set(id, loaded)
      }
      documentEvents.push({ event, loaded })
    }
  } catch (cause) {
    throw new PoisonEvent(event, cause)
  }
}

/** Returns whether the event changed the document. */
function evolve(
  projection: Projection,
  { event, loaded }: DocumentEvent,
  others: DocumentsOfEvent<Document>,
  isPublished: StepOptions['isPublished'],
  changes: DocumentChange[],
): boolean {
  const before = loaded.document
  try {
    loaded.document = projection.evolve(before, event, loaded.id, others)
  } catch (cause) {
    throw new PoisonEvent(event, cause)
  }
  if (loaded.document === before) return false
  loaded.isChanged = true
  if (isPublished?.(event)) changes.push({ event, id: loaded.id, before, after: loaded.document })
  return true
}

function changedDocuments(
  projection: Projection,
  loadedDocuments: readonly LoadedDocument[],
  { events, isLive }: { events: readonly RecordedEvent[]; isLive: boolean },
): Pick<Commit, 'upserts' | 'deletes'> {
  const upserts: Upsert[] = []
  const deletes: string[] = []
  try {
    for (const { id, document, isStored, isChanged } of loadedDocuments) {
      if (!isChanged) continue
      if (!document) {
        if (isStored) deletes.push(id)
      } else if (isLive)
        upserts.push({
          id,
          document,
          indexEntries: indexEntriesOf(projection, document, id),
          ...(projection.texts && { texts: projection.texts(document, id) }),
          ...(projection.words && { words: projection.words(document, id) }),
        })
      else upserts.push(new UnindexedDocument(projection, document, id))
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
class UnindexedDocument implements Upsert {
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
