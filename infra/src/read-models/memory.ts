import { systemClock, type Clock } from '../clock.ts'
import type { LivePublisher } from '../live/live-publisher.ts'
import { MemoryBuilds } from './memory/builds.ts'
import { MemoryLeases } from './memory/leases.ts'
import type { MemoryReadModelBuild } from './memory/read-model-build.ts'
import type { SortedEntry } from './memory/sorted-entries.ts'
import {
  CheckpointMismatch,
  type BuildKey,
  type Commit,
  type Document,
  type CheckpointMoved,
  type IndexRange,
  type RankedDocument,
  type ReadTarget,
  type ReadModelStore,
} from './read-models.ts'

export type MemoryReadModelStoreOptions = { live: LivePublisher; clock?: Clock }

/**
 * Views in the memory of this process, rebuilt from the log at every start. A commit runs to its end before anybody
 * else runs, so readers never see half of one. Documents are frozen before they are handed out.
 */
export function memoryReadModelStore({
  live,
  clock = systemClock,
}: MemoryReadModelStoreOptions): ReadModelStore {
  const builds = new MemoryBuilds()
  const leases = new MemoryLeases(clock)
  const watchers = new Set<(moved: CheckpointMoved) => void>()
  const index = (key: ReadTarget, name: string) => builds.get(key).indexed.index(name)

  const tell = (build: BuildKey): void => {
    if (watchers.size === 0 || !builds.isLive(build)) return
    const moved = {
      readModel: { name: build.name, version: build.version },
      position: builds.get(build).checkpoint,
    }
    for (const watcher of watchers) queueMicrotask(() => watcher(moved))
  }

  return {
    liveBuild: async (view) => {
      const build = builds.liveBuild(view)
      return build && { build, checkpoint: builds.get(build).checkpoint }
    },
    beginBuild: async (view, lease) => {
      leases.requireValidLease(view, lease)
      return builds.beginBuild(view)
    },
    activate: async (build, lease) => {
      leases.requireValidLease(build, lease)
      builds.activate(build)
      tell(build)
    },
    checkpoint: async (key) => builds.get(key).checkpoint,
    load: async <Doc extends Document>(key: ReadTarget, ids: readonly string[]) => {
      const view = builds.get(key)
      const isFeeder = 'build' in key
      // The reader names the type of its own view, whose projection alone writes under this key.
      return ids.map((id) => (isFeeder ? view.projectionDocument(id) : view.document(id)) as Doc | undefined)
    },
    commit: async (commit) => {
      leases.requireValidLease(commit.build, commit.lease)
      if (!take(builds.get(commit.build), commit)) return
      for (const { room, message, payload } of commit.messages) live.publish(room, message, payload)
      tell(commit.build)
    },
    range: async <Doc extends Document>(key: ReadTarget, name: string, range: IndexRange) =>
      ranked<Doc>(builds.get(key), name, range),
    entries: async (key, name, range) =>
      placed(builds.get(key), name, range).map(({ entry: { id, score, tiebreaker }, rank }) => ({
        id,
        entry: { score, tiebreaker },
        rank,
      })),
    rank: async (key, name, id) => {
      const entry = builds.get(key).indexed.entry(name, id)
      return entry && index(key, name)?.sortedEntries.rankOf(entry)
    },
    count: async (key, name) => index(key, name)?.size ?? 0,
    countBetween: async (key, name, lowest, highest) => index(key, name)?.countBetween(lowest, highest) ?? 0,
    sum: async (key, name) => index(key, name)?.sum ?? 0,
    drop: async (key) => builds.drop(key),
    acquireLease: async (view, owner, forMs) => leases.acquireLease(view, owner, forMs),
    releaseLease: async (lease) => leases.releaseLease(lease),
    announceWorker: async (presence, forMs) => leases.announceWorker(presence, forMs),
    watch: (listener) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    close: async () => {
      watchers.clear()
      builds.clear()
    },
  }
}

/** Whether the step was taken: not if it is the one that was taken last. Throws `OutOfStep`. */
function take(view: MemoryReadModelBuild, commit: Commit): boolean {
  if (view.lastStep === commit.stepId) return false
  if (view.checkpoint !== commit.from)
    throw new CheckpointMismatch(commit.build, commit.from, view.checkpoint)
  view.apply(commit)
  return true
}

function ranked<Doc extends Document>(
  view: MemoryReadModelBuild,
  name: string,
  range: IndexRange,
): RankedDocument<Doc>[] {
  return placed(view, name, range).flatMap(({ entry: { id }, rank }) => {
    // As in `load`: the reader names the type of its own view.
    const document = view.document(id) as Doc | undefined
    return document ? [{ id, document, rank }] : []
  })
}

function placed(
  view: MemoryReadModelBuild,
  name: string,
  { offset, limit, reverse }: IndexRange,
): { entry: SortedEntry; rank: number }[] {
  const index = view.indexed.index(name)
  if (!index) return []
  const from = Math.max(offset, 0)
  const to = Math.min(from + Math.max(limit, 0), index.size)
  if (from >= to) return []
  const { sortedEntries: order, size } = index
  const entries = reverse ? order.slice(size - to, size - from).reverse() : order.slice(from, to)
  return entries.map((entry, at) => ({ entry, rank: from + at }))
}
