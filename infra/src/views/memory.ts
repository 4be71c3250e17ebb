import { beginning } from '../event-log/event-log.ts'
import type { Live } from '../live/live.ts'
import { MemoryView } from './memory-view.ts'
import {
  OutOfStep,
  type Commit,
  type Document,
  type Range,
  type Ranked,
  type ViewKey,
  type ViewStore,
} from './views.ts'

/**
 * Views in the memory of this process, rebuilt from the log at every start. A commit runs to its end before anybody
 * else runs, so readers never see half of one. Documents are frozen before they are handed out.
 */
export function memoryViews({ live }: { live: Live }): ViewStore {
  const views = new Map<string, MemoryView>()
  const nameOf = ({ name, version }: ViewKey): string => `${name} v${version}`
  const kept = (key: ViewKey): MemoryView | undefined => views.get(nameOf(key))

  return {
    checkpoint: async (key) => kept(key)?.checkpoint ?? beginning,
    load: async <Doc extends Document>(key: ViewKey, ids: readonly string[]) => {
      const view = kept(key)
      // The reader names the type of its own view, whose projection alone writes under this key.
      return ids.map((id) => handedOut(view, id) as Doc | undefined)
    },
    commit: async (commit) => {
      const view = kept(commit.view) ?? new MemoryView()
      if (view.checkpoint !== commit.from) throw new OutOfStep(commit.view, commit.from, view.checkpoint)
      checkPlaces(commit)
      view.apply(commit)
      views.set(nameOf(commit.view), view)
      for (const { room, message, payload } of commit.frames) live.publish(room, message, payload)
    },
    range: async <Doc extends Document>(key: ViewKey, index: string, range: Range) => {
      const view = kept(key)
      return view ? ranked<Doc>(view, index, range) : []
    },
    rank: async (key, index, id) => {
      const view = kept(key)
      const entry = view?.entry(index, id)
      return entry && view?.sorted(index)?.rankOf(entry)
    },
    count: async (key, index) => kept(key)?.size(index) ?? 0,
    countBetween: async (key, index, lowest, highest) =>
      kept(key)?.sorted(index)?.countBetween(lowest, highest) ?? 0,
    sum: async (key, index) => kept(key)?.sum(index) ?? 0,
    drop: async (key) => void views.delete(nameOf(key)),
    close: async () => views.clear(),
  }
}

/** Before the first change: a place that cannot be compared would spoil the order for ever. */
function checkPlaces({ puts }: Commit): void {
  for (const { id, indexes } of puts) {
    for (const name in indexes) {
      if (!Number.isFinite(indexes[name]?.score))
        throw new RangeError(`Document ${id} has no number as its place in ${name}.`)
    }
  }
}

function ranked<Doc extends Document>(
  view: MemoryView,
  index: string,
  { offset, limit, reverse }: Range,
): Ranked<Doc>[] {
  const size = view.size(index)
  const from = Math.max(offset, 0)
  const to = Math.min(from + Math.max(limit, 0), size)
  const sorted = from < to ? view.sorted(index) : undefined
  if (!sorted) return []
  const entries = reverse ? sorted.slice(size - to, size - from).reverse() : sorted.slice(from, to)
  return entries.flatMap(({ id }, at) => {
    // As in `load`: the reader names the type of its own view.
    const document = handedOut(view, id) as Doc | undefined
    return document ? [{ id, document, rank: from + at }] : []
  })
}

/** During the first replay documents go to their projection only, which would freeze each of them for nothing. */
function handedOut(view: MemoryView | undefined, id: string): Document | undefined {
  const document = view?.document(id)
  return view?.isBuilt ? frozen(document) : document
}

/** Freezes deeply, once per document: whatever is frozen already is taken to be frozen to the ground. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(Object(value))) frozen(inner)
  return value
}
