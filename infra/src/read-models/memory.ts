// The store of read models in the memory of this process; after a restart they are restored from snapshots or rebuilt from the log. A
// commit runs to its end without interruption, so readers never see half of one. Documents are frozen before they are returned.

import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '../scheduler.ts'
import type { LivePublisher } from '../live/live-publisher.ts'
import { MemoryReadModelBuild, type ReadModelState } from './memory/build.ts'
import type { IndexedDocuments } from './memory/indexed-documents.ts'
import {
  CheckpointMismatch,
  Fenced,
  firstRank,
  readModelName,
  ReadModelNotBuilt,
  type BuildKey,
  type PlaceRange,
  type CheckpointMoved,
  type IndexRange,
  type Lease,
  type ReadModelKey,
  type ReadTarget,
  type ReadModelStore,
} from './read-models.ts'
import type { Document } from './projection.ts'

/** A store whose read models can be saved and restored; see `memory/read-model-snapshots.ts`. */
export type MemoryReadModelStore = ReadModelStore & {
  /** Returns the read models that have a live build. */
  liveReadModels(): readonly ReadModelKey[]
  /** Returns the live build as it is now; `undefined` if there is none. */
  state(readModel: ReadModelKey): ReadModelState | undefined
  /** Lets a new, empty build continue from a saved state. */
  fill(build: BuildKey, state: ReadModelState): void
}

export const isMemoryReadModelStore = (store: ReadModelStore): store is MemoryReadModelStore =>
  'liveReadModels' in store

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

/** `sortsWhenRead`: an index is sorted when its order is first read, and not when its read model is activated, for few reads. */
export function memoryReadModelStore({
  live,
  clock = systemClock,
  sortsWhenRead = false,
}: {
  live: LivePublisher
  clock?: Clock
  sortsWhenRead?: boolean
}): MemoryReadModelStore {
  const readModels = new Map<string, ReadModelBuilds>()
  let begun = 0
  let current = { epoch: randomUUID() as string, beganAt: 0 }
  const leases = memoryLeases(clock)
  const watchers = new Set<(moved: CheckpointMoved) => void>()
  const entryOf = ({ name, version }: ReadModelKey): ReadModelBuilds => {
    const key = { name, version }
    const entry = readModels.get(readModelName(key)) ?? { key, builds: new Map(), checksEntries: false }
    readModels.set(readModelName(key), entry)
    return entry
  }
  /** Throws `ReadModelNotBuilt` for a missing build, and for a read model without a live one. */
  const buildOf = (key: ReadTarget): MemoryReadModelBuild => {
    const readModel = readModels.get(readModelName(key))
    const found = readModel?.builds.get(('build' in key ? key.build : readModel.live) ?? '')
    if (!found) throw new ReadModelNotBuilt(key)
    return found
  }
  const liveBuild = ({ name, version }: ReadModelKey): BuildKey | undefined => {
    const build = readModels.get(readModelName({ name, version }))?.live
    return build === undefined ? undefined : { name, version, build }
  }
  const index = (key: ReadTarget, name: string) => buildOf(key).indexed.index(name)

  async function* scan<Item>(build: BuildKey, itemsOf: (indexed: IndexedDocuments) => Iterable<Item>) {
    for (const item of itemsOf(buildOf(build).indexed)) {
      yield item
      // Throws when the build was replaced meanwhile.
      buildOf(build)
    }
  }

  const notifyWatchers = (build: BuildKey): void => {
    if (watchers.size === 0 || liveBuild(build)?.build !== build.build) return
    const moved = {
      readModel: { name: build.name, version: build.version },
      position: buildOf(build).checkpoint,
    }
    for (const watcher of watchers) queueMicrotask(() => watcher(moved))
  }

  return {
    liveBuild: async (readModel) => {
      const build = liveBuild(readModel)
      if (build === undefined) return undefined
      const { checkpoint, seen, epoch } = buildOf(build)
      const isOutdated = epoch !== current.epoch
      return { build, checkpoint, seen, epoch, ...(isOutdated && { outdatedSince: current.beganAt }) }
    },
    beginEpoch: async (epoch) => {
      if (epoch !== current.epoch) return false
      current = { epoch: randomUUID(), beganAt: clock() }
      return true
    },
    beginBuild: async ({ name, version }, lease) => {
      leases.requireValid({ name, version }, lease)
      const readModel = entryOf({ name, version })
      const build = `b${++begun}`
      // A process fills one build of a read model at a time.
      for (const other of readModel.builds.keys())
        if (other !== readModel.live) readModel.builds.delete(other)
      const { checksEntries } = readModel
      readModel.builds.set(build, new MemoryReadModelBuild(current.epoch, { checksEntries, sortsWhenRead }))
      return { name, version, build }
    },
    activate: async (key, lease) => {
      leases.requireValid(key, lease)
      const build = buildOf(key)
      const readModel = entryOf(key)
      if (build.epoch !== current.epoch) throw new ReadModelNotBuilt(key)
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
      notifyWatchers(key)
    },
    checkpoint: async (key) => buildOf(key).checkpoint,
    // The caller names the document type of its read model, and only that read model's projection writes documents under this key.
    load: async <Doc extends Document>(key: ReadTarget, ids: readonly string[]) => {
      const readModel = buildOf(key)
      const isWorker = 'build' in key
      return ids.map(
        (id) => (isWorker ? readModel.projectionDocument(id) : readModel.document(id)) as Doc | undefined,
      )
    },
    commit: async (commit) => {
      const { build, lease, stepId, from, messages } = commit
      leases.requireValid(build, lease)
      const readModel = buildOf(build)
      if (readModel.lastStep === stepId) return
      if (readModel.checkpoint !== from) throw new CheckpointMismatch(build, from, readModel.checkpoint)
      readModel.apply(commit)
      for (const { room, message, payload, except } of messages) live.publish(room, message, payload, except)
      notifyWatchers(build)
    },
    // The document type: see `load`.
    range: async <Doc extends Document>(key: ReadTarget, name: string, range: IndexRange) => {
      const readModel = buildOf(key)
      return entriesIn(readModel, name, range).flatMap(({ id }, at) => {
        const document = readModel.document(id) as Doc | undefined
        return document ? [{ id, document, rank: firstRank(range) + at }] : []
      })
    },
    entries: async (key, name, range) => entriesIn(buildOf(key), name, range),
    rank: async (key, name, id) => {
      const entry = buildOf(key).indexed.entry(name, id)
      return entry && index(key, name)?.sortedEntries.rankOf(entry)
    },
    texts: async (key, ids) => {
      const { indexed } = buildOf(key)
      return ids.map((id) => indexed.get(id)?.texts ?? [])
    },
    search: async (key, name, search) => buildOf(key).indexed.search(name, search),
    count: async (key, name) => index(key, name)?.size ?? 0,
    countBetween: async (key, name, lowest, highest) => index(key, name)?.countBetween(lowest, highest) ?? 0,
    sum: async (key, name) => index(key, name)?.sum ?? 0,
    scanDocuments: (build) => scan(build, (indexed) => indexed.upserts()),
    indexNames: async (build) => buildOf(build).indexed.indexNames(),
    scanIndex: (build, name) => scan(build, (indexed) => indexed.entriesOf(name)),
    drop: async (key) => {
      const readModel = readModels.get(readModelName(key))
      if (!('build' in key)) readModels.delete(readModelName(key))
      else if (readModel?.builds.delete(key.build) && readModel.live === key.build) delete readModel.live
    },
    acquireLease: async (...request) => leases.acquire(...request),
    releaseLease: async (lease) => leases.release(lease),
    watch: (listener) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    liveReadModels: () =>
      [...readModels.values()].flatMap(({ key, live: build }) => (build === undefined ? [] : key)),
    state: (readModel) => {
      const build = liveBuild(readModel)
      return build && buildOf(build).state
    },
    fill: (build, state) => buildOf(build).restore(state),
    close: async () => {
      watchers.clear()
      readModels.clear()
    },
  }
}

function entriesIn({ indexed }: MemoryReadModelBuild, name: string, range: IndexRange | PlaceRange) {
  const { limit, reverse = false } = range
  const index = indexed.index(name)
  if (!index || limit <= 0) return []
  const { sortedEntries } = index
  const place = 'from' in range ? range.from : undefined
  const rank = 'offset' in range ? firstRank(range) : 0
  const start = place ? sortedEntries.rankOf({ ...place, id: '' }) : reverse ? index.size - rank : rank
  return reverse
    ? sortedEntries.slice(Math.max(0, start - limit), start).reverse()
    : sortedEntries.slice(start, start + limit)
}

type HeldLease = { owner: string; fence: number; until: number }

/** Leases of read models, in the memory of one process. */
function memoryLeases(clock: Clock) {
  const held = new Map<string, HeldLease>()
  let lastFence = 0

  const isHolder = ({ readModel, owner, fence }: Lease): boolean => {
    const lease = held.get(readModelName(readModel))
    return lease?.owner === owner && lease.fence === fence
  }
  const current = (readModel: ReadModelKey): HeldLease | undefined => {
    const lease = held.get(readModelName(readModel))
    return lease && lease.until > clock() ? lease : undefined
  }

  return {
    acquire({ name, version }: ReadModelKey, owner: string, forMs: number, takesOver = false) {
      const readModel = { name, version }
      const before = current(readModel)
      const isOwn = before?.owner === owner
      if (before && !isOwn && !takesOver) return undefined
      const fence = before && isOwn ? before.fence : ++lastFence
      held.set(readModelName(readModel), { owner, fence, until: clock() + forMs })
      return { readModel, owner, fence }
    },
    release(lease: Lease): void {
      if (isHolder(lease)) held.delete(readModelName(lease.readModel))
    },
    /** Throws `Fenced` unless this lease is the latest. Without a lease, throws while any owner holds one. */
    requireValid(readModel: ReadModelKey, lease: Lease | undefined): void {
      if (lease ? !isHolder(lease) : current(readModel)) throw new Fenced(readModel)
    },
  }
}
