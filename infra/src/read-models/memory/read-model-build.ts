import { beginning } from '../../event-log/event-log.ts'
import { IndexedDocuments } from './indexed-documents.ts'
import type { Commit, Document, Upsert } from '../read-models.ts'

/**
 * One build of a view in memory. It grows without any index, so that a replay which changes a place a hundred times
 * sorts once: when it is settled, which ends a replay, or when somebody asks for an index. From then on indexes are kept.
 */
export class MemoryReadModelBuild {
  checkpoint = beginning
  /** Id of the step taken last. */
  lastStep: string | undefined
  #growing: Map<string, Upsert> | undefined = new Map()
  #ordered: IndexedDocuments | undefined

  /** `inOrder`: in order from the beginning, so that a commit with a bad place is refused and changes nothing. */
  constructor({ inOrder = false } = {}) {
    if (inOrder) this.buildIndexes()
  }

  /** A document for the view's own projection, which changes none: as it is. */
  projectionDocument(id: string): Document | undefined {
    return this.#growing ? this.#growing.get(id)?.document : this.#ordered?.document(id)
  }

  /** A document for a reader, frozen. */
  document(id: string): Document | undefined {
    return frozen(this.projectionDocument(id))
  }

  /** The view in its order. */
  get indexed(): IndexedDocuments {
    this.#ordered ??= new IndexedDocuments(this.#growing ?? new Map())
    this.#growing = undefined
    return this.#ordered
  }

  /** Puts everything in its order, and keeps it from now on. */
  buildIndexes(): void {
    void this.indexed
  }

  /** All of it or nothing: throws `BadPlace` before anything has changed. */
  apply({ upserts: puts, deletes, to, stepId: id }: Commit): void {
    if (this.#growing) this.#grow(this.#growing, puts, deletes)
    else this.#applyInOrder(puts, deletes)
    this.checkpoint = to
    this.lastStep = id
  }

  #grow(growing: Map<string, Upsert>, puts: readonly Upsert[], deletes: readonly string[]): void {
    for (const gone of deletes) growing.delete(gone)
    for (const put of puts) growing.set(put.id, put)
  }

  #applyInOrder(puts: readonly Upsert[], deletes: readonly string[]): void {
    // A place that cannot be said ends the commit here, before anything has changed.
    for (const put of puts) void put.indexEntries
    for (const id of deletes) this.indexed.delete(id)
    for (const put of puts) this.indexed.upsert(put)
  }
}

/** Freezes deeply, once per document: whatever is frozen already is taken to be frozen to the ground. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(Object(value))) frozen(inner)
  return value
}
