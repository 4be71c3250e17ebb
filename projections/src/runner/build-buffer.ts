// The documents of a build in memory, and how events are applied to them: the documents of one step, or of all steps while the build is not
// live yet. A document of the leaderboard changes eighty times in a challenge, and nobody reads a build before it is live. So it keeps its
// documents in memory and writes each once. Each commit names the checkpoint before it, so none is applied twice. Another process never
// resumes an unfinished build, so what is only in memory may be lost. For 1,000,000 events a process that rebuilt everything needed 194 s
// and 642 MB with a budget of 100,000 documents, 135 s and 774 MB with 200,000. `fold-log.ts` folds the log without builds.

import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  InvalidIndexEntry,
  type BuildKey,
  type Commit,
  type ReadModelStore,
  type Upsert,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
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
type DocumentInMemory = {
  document: Document | undefined
  readonly isStored: boolean
  isChanged: boolean
}

/**
 * The unfinished builds of one process, and how many documents they should keep in memory at most. One build never forces other builds to
 * store every step: a buffer is written only when it has more than an equal share. So the buffers keep less than twice the limit.
 */
export type BufferBudget = { readonly maxDocuments: number; readonly buffers: Set<BuildBuffer> }

/** What a buffer stores in one commit. */
type BufferedStep = Omit<Commit, 'build' | 'lease' | 'stepId' | 'messages'>

/** Documents in such a commit. A store that is shared with other processes does nothing else meanwhile. */
const documentsPerCommit = 500

export class BuildBuffer {
  readonly #projection: Projection
  readonly #store: ReadModelStore
  readonly #build: BuildKey
  readonly #budget: BufferBudget | undefined
  /**
   * Changed documents that are not stored yet, and some that the store has, by id. A document that is in no store and was removed again
   * stays here without its content.
   */
  readonly #documents = new Map<string, DocumentInMemory>()
  /** What a write in progress has not stored yet. */
  #writing: [id: string, document: DocumentInMemory][] = []
  #storedCheckpoint: bigint
  /** The last checkpoint that was used between the commits of one write; see `write`. */
  #partialCheckpoint = beginning
  #isStoreEmpty: boolean

  /** `budget`: for a new build, to which nothing was committed; without it, a write must follow each step. */
  constructor(
    { projection, store }: { projection: Projection; store: ReadModelStore },
    build: BuildKey,
    checkpoint: bigint,
    budget?: BufferBudget,
  ) {
    this.#projection = projection
    this.#store = store
    this.#build = build
    this.#storedCheckpoint = checkpoint
    this.#budget = budget
    this.#isStoreEmpty = budget !== undefined
    budget?.buffers.add(this)
  }

  get keepsDocuments(): boolean {
    return this.#budget !== undefined
  }

  /** How many documents it keeps in memory, also while they are written. */
  get size(): number {
    return this.#documents.size + this.#writing.length
  }

  /** Whether the buffers of this process exceed their limit and this one its share, so that it must be written. */
  get isOverBudget(): boolean {
    if (this.#budget === undefined) return false
    const { maxDocuments, buffers } = this.#budget
    let documents = 0
    for (const { size } of buffers) documents += size
    return documents > maxDocuments && this.size > maxDocuments / buffers.size
  }

  /** Loads the documents that events need and that are only in the store; see `applyEvents`. */
  async apply(events: readonly RecordedEvent[], listsChanges = false) {
    // Those of a step that failed.
    if (!this.keepsDocuments) this.#documents.clear()
    const needed = this.#isStoreEmpty ? [] : concernedIds(this.#projection, events)
    const missing = needed.filter((id) => !this.#documents.has(id))
    const stored = missing.length === 0 ? [] : await this.#store.load(this.#build, missing)
    missing.forEach((id, index) => {
      const document = stored[index]
      this.#documents.set(id, { document, isStored: document !== undefined, isChanged: false })
    })
    return applyEvents(this.#projection, events, this.#documents, listsChanges)
  }

  /**
   * Writes everything to the store, and moves its checkpoint to `checkpoint`: one step in one commit, all kept documents in several. Between
   * those the stored checkpoint is one below `beginning`, a different one each time: documents and checkpoint do not belong together then, so
   * the next commit detects a store that was restored to one of these states. After an error, a further call writes only the documents that
   * are not stored yet. Throws `InvalidIndexEntry`.
   */
  async write(checkpoint: bigint, commit: (step: BufferedStep) => Promise<void>): Promise<void> {
    this.#writing = this.#takeChanged()
    const areNew = this.#isStoreEmpty
    this.#isStoreEmpty = false
    try {
      while (this.#writing.length > 0 || this.#storedCheckpoint !== checkpoint) {
        const part = this.keepsDocuments ? this.#writing.slice(0, documentsPerCommit) : [...this.#writing]
        const to = part.length < this.#writing.length ? --this.#partialCheckpoint : checkpoint
        const step = { from: this.#storedCheckpoint, to, ...(areNew && { areNew }) }
        await commit({ ...step, ...this.#writesOf(part) })
        this.#storedCheckpoint = to
        this.#writing.splice(0, part.length)
      }
    } finally {
      for (const [id, document] of this.#writing.splice(0)) this.#documents.set(id, document)
    }
  }

  /** Drops all documents. To be called when the build is live or abandoned. */
  discard(): void {
    this.#budget?.buffers.delete(this)
    this.#documents.clear()
  }

  #takeChanged(): [id: string, document: DocumentInMemory][] {
    const changed = [...this.#documents].filter(
      ([, { document, isStored, isChanged }]) => isChanged && (isStored || document !== undefined),
    )
    this.#documents.clear()
    return changed
  }

  #writesOf(changed: readonly (readonly [id: string, document: DocumentInMemory])[]) {
    const upserts: Upsert[] = []
    const deletes: string[] = []
    for (const [id, { document }] of changed)
      if (document) {
        const upsert = new UnindexedDocument(this.#projection, document, id)
        upserts.push(this.keepsDocuments ? upsert : withIndexEntries(upsert))
      } else deletes.push(id)
    return { upserts, deletes }
  }
}

/**
 * A changed document of a build that queries do not read yet. Its index entries are computed whenever the store reads
 * them, and not kept: a rebuild changes most documents many times, and its store reads the entries once, at the end.
 * Computing them at every change makes the `replay` benchmark 15 per cent slower. Reading them throws `InvalidIndexEntry`.
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

  get indexEntries(): Upsert['indexEntries'] {
    const entries = this.#computed(() => this.#projection.indexEntries(this.document, this.id))
    // It would break the order of the whole index.
    for (const name in entries)
      if (!Number.isFinite(entries[name]?.score))
        throw new InvalidIndexEntry(`The score of ${this.id} in the index ${name} is not a number.`)
    return entries
  }

  get texts(): readonly string[] {
    return this.#computed(() => this.#projection.texts?.(this.document, this.id) ?? [])
  }

  get words(): readonly string[] {
    return this.#computed(() => this.#projection.words?.(this.document, this.id) ?? [])
  }

  #computed<Result>(compute: () => Result): Result {
    try {
      return compute()
    } catch (cause) {
      throw new InvalidIndexEntry(`The index entries of ${this.id} cannot be computed.`, { cause })
    }
  }
}

/** Returns a document with its index entries as they are now. Throws `InvalidIndexEntry`. */
const withIndexEntries = ({ id, document, indexEntries, texts, words }: UnindexedDocument): Upsert => ({
  id,
  document,
  indexEntries,
  texts,
  words,
})

/** Returns the ids of all documents that a projection needs for these events; none if they change nothing. Throws `PoisonEvent`. */
function concernedIds(projection: Projection, events: readonly RecordedEvent[]): string[] {
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
function applyEvents(
  projection: Projection,
  events: readonly RecordedEvent[],
  documents: Map<string, DocumentInMemory>,
  listsChanges: boolean,
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
