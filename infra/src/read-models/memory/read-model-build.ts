// One build of a read model in memory. It has no indexes at first, so that a replay that changes an entry a hundred times sorts once: when
// the replay ends with `buildIndexes`, or when an index is first read. From then on the indexes are maintained.

import { beginning, type SeenHistory } from '../../event-log/event-log.ts'
import { nothingSeen } from '../../event-log/seen-history.ts'
import { IndexedDocuments } from './indexed-documents.ts'
import type { IndexState } from './memory-index.ts'
import type { Commit, Document, Upsert } from '../read-models.ts'

/** A read model at one moment, with the states of its indexes by name. Its documents do not change later. */
export type ReadModelState = {
  checkpoint: bigint
  seen: SeenHistory
  upserts: readonly Upsert[]
  indexes: ReadonlyMap<string, IndexState>
}

/** A state to continue from. The build keeps its documents, by id. */
export type RestoredState = Omit<ReadModelState, 'upserts'> & { upserts: Map<string, Upsert> }

export class MemoryReadModelBuild {
  checkpoint = beginning
  seen: SeenHistory = nothingSeen
  /** The epoch in which the build was begun. */
  readonly epoch: string
  /** Id of the last step. */
  lastStep: string | undefined
  #unindexed: Map<string, Upsert> | undefined = new Map()
  #indexed: IndexedDocuments | undefined
  readonly #sortsWhenRead: boolean

  /**
   * With `checksEntries`, the build has indexes from the beginning, so that a commit with an invalid entry is refused
   * and changes nothing. With `sortsWhenRead`, an index is sorted when its order is first read.
   */
  constructor(epoch: string, { checksEntries = false, sortsWhenRead = false } = {}) {
    this.epoch = epoch
    this.#sortsWhenRead = sortsWhenRead
    if (checksEntries) this.buildIndexes()
  }

  /** Returns a document for the read model's own projection, which does not change it: not frozen. */
  projectionDocument(id: string): Document | undefined {
    return this.#unindexed ? this.#unindexed.get(id)?.document : this.#indexed?.document(id)
  }

  /** Returns a document for a reader, frozen. */
  document(id: string): Document | undefined {
    return deepFreeze(this.projectionDocument(id))
  }

  /** The documents with their indexes; builds them when necessary. */
  get indexed(): IndexedDocuments {
    this.#indexed ??= new IndexedDocuments(this.#unindexed ?? new Map(), {
      sortsWhenRead: this.#sortsWhenRead,
    })
    this.#unindexed = undefined
    return this.#indexed
  }

  /** The build as it is now, with its indexes. The state does not change later. */
  get state(): ReadModelState {
    const { checkpoint, seen, indexed } = this
    return { checkpoint, seen, upserts: [...indexed.upserts()], indexes: indexed.indexStates() }
  }

  /** Continues from a state instead of an empty build. */
  restore({ checkpoint, seen, upserts, indexes }: RestoredState): void {
    this.#indexed = new IndexedDocuments(upserts, { indexes })
    this.#unindexed = undefined
    this.checkpoint = checkpoint
    this.seen = seen
  }

  /** Builds the indexes and maintains them from now on. */
  buildIndexes(): void {
    void this.indexed
  }

  /** Applies all changes or none: throws `InvalidIndexEntry` before anything has changed. */
  apply({ upserts, deletes, to, seen, stepId }: Commit): void {
    if (this.#unindexed) this.#applyUnindexed(this.#unindexed, upserts, deletes)
    else this.#applyIndexed(upserts, deletes)
    this.checkpoint = to
    this.seen = seen ?? this.seen
    this.lastStep = stepId
  }

  #applyUnindexed(
    unindexed: Map<string, Upsert>,
    upserts: readonly Upsert[],
    deletes: readonly string[],
  ): void {
    for (const id of deletes) unindexed.delete(id)
    for (const upsert of upserts) unindexed.set(upsert.id, upsert)
  }

  #applyIndexed(upserts: readonly Upsert[], deletes: readonly string[]): void {
    // An entry that cannot be computed must throw here, before anything has changed.
    for (const upsert of upserts) void upsert.indexEntries
    for (const id of deletes) this.indexed.delete(id)
    for (const upsert of upserts) this.indexed.upsert(upsert)
  }
}

/** Freezes deeply, once per document: a frozen object is assumed to be frozen deeply. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(Object(value))) deepFreeze(inner)
  return value
}
