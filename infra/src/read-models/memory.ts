// The store of read models in the memory of this process; after a restart they are restored from snapshots or rebuilt from the log. A
// commit runs to its end without interruption, so readers never see half of one. Documents are frozen before they are returned.

import { systemClock, type Clock } from '../clock.ts'
import type { LivePublisher } from '../live/live-publisher.ts'
import { memoryBuilds, type MemoryReadModelBuild, type ReadModelState } from './memory/builds.ts'
import type { IndexedDocuments } from './memory/indexed-documents.ts'
import {
  CheckpointMismatch,
  Fenced,
  firstRank,
  readModelName,
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

export type MemoryReadModelStoreOptions = {
  live: LivePublisher
  clock?: Clock
  /** Sorts each index when its order is first read, and not when its read model is activated: for few reads. */
  sortsWhenRead?: boolean
}

export function memoryReadModelStore({
  live,
  clock = systemClock,
  sortsWhenRead = false,
}: MemoryReadModelStoreOptions): MemoryReadModelStore {
  const builds = memoryBuilds({ sortsWhenRead })
  const leases = memoryLeases(clock)
  const watchers = new Set<(moved: CheckpointMoved) => void>()
  const index = (key: ReadTarget, name: string) => builds.get(key).indexed.index(name)

  async function* scan<Item>(build: BuildKey, itemsOf: (indexed: IndexedDocuments) => Iterable<Item>) {
    for (const item of itemsOf(builds.get(build).indexed)) {
      yield item
      // Throws when the build was replaced meanwhile.
      builds.get(build)
    }
  }

  const notifyWatchers = (build: BuildKey): void => {
    if (watchers.size === 0 || !builds.isLive(build)) return
    const moved = {
      readModel: { name: build.name, version: build.version },
      position: builds.get(build).checkpoint,
    }
    for (const watcher of watchers) queueMicrotask(() => watcher(moved))
  }

  return {
    liveBuild: async (readModel) => {
      const build = builds.liveBuild(readModel)
      if (build === undefined) return undefined
      const { checkpoint, seen, epoch } = builds.get(build)
      const outdatedSince = epoch === builds.epoch().id ? undefined : builds.epoch().beganAt
      return { build, checkpoint, seen, epoch, ...(outdatedSince !== undefined && { outdatedSince }) }
    },
    beginEpoch: async (epoch) => {
      if (epoch !== builds.epoch().id) return false
      builds.beginEpoch(clock())
      return true
    },
    beginBuild: async (readModel, lease) => {
      leases.requireValid(readModel, lease)
      return builds.beginBuild(readModel)
    },
    activate: async (build, lease) => {
      leases.requireValid(build, lease)
      builds.activate(build)
      notifyWatchers(build)
    },
    checkpoint: async (key) => builds.get(key).checkpoint,
    // The caller names the document type of its read model, and only that read model's projection writes documents under this key.
    load: async <Doc extends Document>(key: ReadTarget, ids: readonly string[]) => {
      const readModel = builds.get(key)
      const isWorker = 'build' in key
      return ids.map(
        (id) => (isWorker ? readModel.projectionDocument(id) : readModel.document(id)) as Doc | undefined,
      )
    },
    commit: async (commit) => {
      const { build, lease, stepId, from, messages } = commit
      leases.requireValid(build, lease)
      const readModel = builds.get(build)
      if (readModel.lastStep === stepId) return
      if (readModel.checkpoint !== from) throw new CheckpointMismatch(build, from, readModel.checkpoint)
      readModel.apply(commit)
      for (const { room, message, payload, except } of messages) live.publish(room, message, payload, except)
      notifyWatchers(build)
    },
    // The document type: see `load`.
    range: async <Doc extends Document>(key: ReadTarget, name: string, range: IndexRange) => {
      const readModel = builds.get(key)
      return entriesIn(readModel, name, range).flatMap(({ id }, at) => {
        const document = readModel.document(id) as Doc | undefined
        return document ? [{ id, document, rank: firstRank(range) + at }] : []
      })
    },
    entries: async (key, name, range) => entriesIn(builds.get(key), name, range),
    rank: async (key, name, id) => {
      const entry = builds.get(key).indexed.entry(name, id)
      return entry && index(key, name)?.sortedEntries.rankOf(entry)
    },
    texts: async (key, ids) => {
      const { indexed } = builds.get(key)
      return ids.map((id) => indexed.get(id)?.texts ?? [])
    },
    search: async (key, name, search) => builds.get(key).indexed.search(name, search),
    count: async (key, name) => index(key, name)?.size ?? 0,
    countBetween: async (key, name, lowest, highest) => index(key, name)?.countBetween(lowest, highest) ?? 0,
    sum: async (key, name) => index(key, name)?.sum ?? 0,
    scanDocuments: (build) => scan(build, (indexed) => indexed.upserts()),
    indexNames: async (build) => builds.get(build).indexed.indexNames(),
    scanIndex: (build, name) => scan(build, (indexed) => indexed.entriesOf(name)),
    drop: async (key) => builds.drop(key),
    acquireLease: async (...request) => leases.acquire(...request),
    releaseLease: async (lease) => leases.release(lease),
    watch: (listener) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    liveReadModels: () => builds.allLive().map(({ name, version }) => ({ name, version })),
    state: (readModel) => {
      const build = builds.liveBuild(readModel)
      return build && builds.get(build).state
    },
    fill: (build, state) => builds.get(build).restore(state),
    close: async () => {
      watchers.clear()
      builds.clear()
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
