// One build of a read model in memory. It has no indexes at first, so that a replay that changes an entry a hundred times sorts once: when the
// build goes live, or when an index is first read. From then on the indexes are maintained.

import { beginning, type SeenHistory } from '../../event-log/event-log.ts'
import { nothingSeen } from '../../event-log/seen-history.ts'
import { IndexedDocuments } from './indexed-documents.ts'
import type { IndexState } from './memory-index.ts'
import type { Commit, Upsert } from '../read-models.ts'
import type { Document } from '../projection.ts'

/** A read model at one moment, with the states of its indexes by name. Its documents do not change later. */
export type ReadModelState = {
  checkpoint: bigint
  seen: SeenHistory
  upserts: readonly Upsert[]
  indexes: ReadonlyMap<string, IndexState>
}

export class MemoryReadModelBuild {
  checkpoint = beginning
  seen: SeenHistory = nothingSeen
  /** The epoch in which the build was begun. */
  readonly epoch: string
  lastStep: string | undefined
  #documents: Map<string, Upsert> | IndexedDocuments = new Map<string, Upsert>()
  readonly #sortsWhenRead: boolean

  /**
   * With `checksEntries`, the build has indexes from the beginning, so that a commit with an invalid entry is refused
   * and changes nothing. With `sortsWhenRead`, an index is sorted when its order is first read.
   */
  constructor(epoch: string, { checksEntries = false, sortsWhenRead = false } = {}) {
    this.epoch = epoch
    this.#sortsWhenRead = sortsWhenRead
    if (checksEntries) void this.indexed
  }

  /** Returns a document for the read model's own projection, which does not change it: not frozen. */
  projectionDocument(id: string): Document | undefined {
    return this.#documents.get(id)?.document
  }

  /** Returns a document for a reader, frozen. */
  document(id: string): Document | undefined {
    return deepFreeze(this.projectionDocument(id))
  }

  /** The documents with their indexes; builds them when necessary. Throws `InvalidIndexEntry`. */
  get indexed(): IndexedDocuments {
    if (this.#documents instanceof IndexedDocuments) return this.#documents
    return (this.#documents = new IndexedDocuments(this.#documents, { sortsWhenRead: this.#sortsWhenRead }))
  }

  /** The build as it is now, with its indexes. The state does not change later. */
  get state(): ReadModelState {
    const { checkpoint, seen, indexed } = this
    return { checkpoint, seen, upserts: [...indexed.upserts()], indexes: indexed.indexStates() }
  }

  /** Continues from a state, and keeps its documents. */
  restore({ checkpoint, seen, upserts, indexes }: ReadModelState): void {
    const documents = new Map<string, Upsert>()
    for (const upsert of upserts) documents.set(upsert.id, upsert)
    this.#documents = new IndexedDocuments(documents, { indexes })
    this.checkpoint = checkpoint
    this.seen = seen
  }

  /** Applies all changes or none: throws `InvalidIndexEntry` before anything has changed. */
  apply({ upserts, deletes, to, seen, stepId }: Commit): void {
    // An entry that cannot be computed must throw here, before anything has changed.
    if (this.#documents instanceof IndexedDocuments) for (const upsert of upserts) void upsert.indexEntries
    for (const id of deletes) this.#documents.delete(id)
    for (const upsert of upserts) this.#documents.set(upsert.id, upsert)
    this.checkpoint = to
    this.seen = seen ?? this.seen
    this.lastStep = stepId
  }
}

/** Freezes deeply, once per document: a frozen object is assumed to be frozen deeply. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(Object(value))) deepFreeze(inner)
  return value
}
