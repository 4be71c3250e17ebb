import { systemClock, type Clock } from '../clock.ts'
import type { Live } from '../live/live.ts'
import { MemoryBuilds } from './memory-builds.ts'
import { MemoryLeases } from './memory-leases.ts'
import type { MemoryView } from './memory-view.ts'
import type { Entry } from './sorted-entries.ts'
import {
  OutOfStep,
  type BuildKey,
  type Commit,
  type Document,
  type Moved,
  type Range,
  type Ranked,
  type Readable,
  type ViewStore,
} from './views.ts'

export type MemoryViewsOptions = { live: Live; clock?: Clock }

/**
 * Views in the memory of this process, rebuilt from the log at every start. A commit runs to its end before anybody
 * else runs, so readers never see half of one. Documents are frozen before they are handed out.
 */
export function memoryViews({ live, clock = systemClock }: MemoryViewsOptions): ViewStore {
  const builds = new MemoryBuilds()
  const leases = new MemoryLeases(clock)
  const watchers = new Set<(moved: Moved) => void>()
  const index = (key: Readable, name: string) => builds.get(key).ordered.index(name)

  const tell = (build: BuildKey): void => {
    if (watchers.size === 0 || !builds.isLive(build)) return
    const moved = {
      view: { name: build.name, version: build.version },
      position: builds.get(build).checkpoint,
    }
    for (const watcher of watchers) queueMicrotask(() => watcher(moved))
  }

  return {
    live: async (view) => {
      const build = builds.live(view)
      return build && { build, checkpoint: builds.get(build).checkpoint }
    },
    begin: async (view, lease) => {
      leases.check(view, lease)
      return builds.begin(view)
    },
    goLive: async (build, lease) => {
      leases.check(build, lease)
      builds.goLive(build)
      tell(build)
    },
    checkpoint: async (key) => builds.get(key).checkpoint,
    load: async <Doc extends Document>(key: Readable, ids: readonly string[]) => {
      const view = builds.get(key)
      const isFeeder = 'build' in key
      // The reader names the type of its own view, whose projection alone writes under this key.
      return ids.map((id) => (isFeeder ? view.own(id) : view.document(id)) as Doc | undefined)
    },
    commit: async (commit) => {
      leases.check(commit.build, commit.lease)
      if (!take(builds.get(commit.build), commit)) return
      for (const { room, message, payload } of commit.frames) live.publish(room, message, payload)
      tell(commit.build)
    },
    range: async <Doc extends Document>(key: Readable, name: string, range: Range) =>
      ranked<Doc>(builds.get(key), name, range),
    places: async (key, name, range) =>
      placed(builds.get(key), name, range).map(({ entry: { id, score, tie }, rank }) => ({
        id,
        place: { score, tie },
        rank,
      })),
    rank: async (key, name, id) => {
      const entry = builds.get(key).ordered.entry(name, id)
      return entry && index(key, name)?.order.rankOf(entry)
    },
    count: async (key, name) => index(key, name)?.size ?? 0,
    countBetween: async (key, name, lowest, highest) => index(key, name)?.countBetween(lowest, highest) ?? 0,
    sum: async (key, name) => index(key, name)?.sum ?? 0,
    drop: async (key) => builds.drop(key),
    lead: async (view, owner, forMs) => leases.lead(view, owner, forMs),
    resign: async (lease) => leases.resign(lease),
    attend: async (presence, forMs) => leases.attend(presence, forMs),
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
function take(view: MemoryView, commit: Commit): boolean {
  if (view.lastStep === commit.id) return false
  if (view.checkpoint !== commit.from) throw new OutOfStep(commit.build, commit.from, view.checkpoint)
  view.apply(commit)
  return true
}

function ranked<Doc extends Document>(view: MemoryView, name: string, range: Range): Ranked<Doc>[] {
  return placed(view, name, range).flatMap(({ entry: { id }, rank }) => {
    // As in `load`: the reader names the type of its own view.
    const document = view.document(id) as Doc | undefined
    return document ? [{ id, document, rank }] : []
  })
}

function placed(
  view: MemoryView,
  name: string,
  { offset, limit, reverse }: Range,
): { entry: Entry; rank: number }[] {
  const index = view.ordered.index(name)
  if (!index) return []
  const from = Math.max(offset, 0)
  const to = Math.min(from + Math.max(limit, 0), index.size)
  if (from >= to) return []
  const { order, size } = index
  const entries = reverse ? order.slice(size - to, size - from).reverse() : order.slice(from, to)
  return entries.map((entry, at) => ({ entry, rank: from + at }))
}
