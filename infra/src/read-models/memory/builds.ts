// All builds of all read models in memory, which of them are live, and the current epoch. A build has no indexes at first, so that a replay
// that changes an entry a hundred times sorts once: when the build goes live, or when an index is first read. From then on the indexes are
// maintained.

import { randomUUID } from 'node:crypto'
import { beginning, type SeenHistory } from '../../event-log/event-log.ts'
import { nothingSeen } from '../../event-log/seen-history.ts'
import { IndexedDocuments } from './indexed-documents.ts'
import type { IndexState } from './memory-index.ts'
import {
  readModelName,
  ReadModelNotBuilt,
  type BuildKey,
  type Commit,
  type ReadTarget,
  type ReadModelKey,
  type Upsert,
} from '../read-models.ts'
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

/**
 * `checksEntries` is true if an earlier build had invalid index entries, which only the building of its indexes
 * revealed.
 */
type ReadModelBuilds = {
  key: ReadModelKey
  builds: Map<string, MemoryReadModelBuild>
  live?: string
  checksEntries: boolean
}

export function memoryBuilds(options: { sortsWhenRead: boolean }) {
  const readModels = new Map<string, ReadModelBuilds>()
  let begun = 0
  let epoch = { id: randomUUID() as string, beganAt: 0 }

  const entryOf = ({ name, version }: ReadModelKey): ReadModelBuilds => {
    const key = { name, version }
    const entry = readModels.get(readModelName(key)) ?? { key, builds: new Map(), checksEntries: false }
    readModels.set(readModelName(key), entry)
    return entry
  }
  /** Throws `ReadModelNotBuilt` for a missing build, and for a read model without a live one. */
  const get = (key: ReadTarget): MemoryReadModelBuild => {
    const readModel = readModels.get(readModelName(key))
    const found = readModel?.builds.get(('build' in key ? key.build : readModel.live) ?? '')
    if (!found) throw new ReadModelNotBuilt(key)
    return found
  }
  const liveBuild = ({ name, version }: ReadModelKey): BuildKey | undefined => {
    const build = readModels.get(readModelName({ name, version }))?.live
    return build === undefined ? undefined : { name, version, build }
  }

  return {
    epoch: (): Readonly<typeof epoch> => epoch,
    beginEpoch(beganAt: number): void {
      epoch = { id: randomUUID(), beganAt }
    },
    /** Creates an empty build and deletes unfinished ones: a process fills one build of a read model at a time. */
    beginBuild({ name, version }: ReadModelKey): BuildKey {
      const readModel = entryOf({ name, version })
      const build = `b${++begun}`
      for (const other of readModel.builds.keys())
        if (other !== readModel.live) readModel.builds.delete(other)
      readModel.builds.set(build, new MemoryReadModelBuild(epoch.id, { ...options, ...readModel }))
      return { name, version, build }
    },
    allLive: (): BuildKey[] => [...readModels.values()].flatMap(({ key }) => liveBuild(key) ?? []),
    activate(key: BuildKey): void {
      const build = get(key)
      const readModel = entryOf(key)
      if (build.epoch !== epoch.id) throw new ReadModelNotBuilt(key)
      try {
        void build.indexed
      } catch (cause) {
        readModel.checksEntries = true
        readModel.builds.delete(key.build)
        throw new ReadModelNotBuilt(key, cause)
      }
      if (readModel.live !== undefined && readModel.live !== key.build)
        readModel.builds.delete(readModel.live)
      readModel.live = key.build
    },
    liveBuild,
    isLive: (key: BuildKey): boolean => liveBuild(key)?.build === key.build,
    get,
    drop(key: ReadTarget): void {
      const readModel = readModels.get(readModelName(key))
      if (!('build' in key)) readModels.delete(readModelName(key))
      else if (readModel?.builds.delete(key.build) && readModel.live === key.build) delete readModel.live
    },
    clear: (): void => readModels.clear(),
  }
}
