import { beginning } from '../event-log/event-log.ts'
import type { Live } from '../live/live.ts'
import { MemoryView } from './memory-view.ts'
import { OutOfStep, type Document, type Range, type Ranked, type ViewKey, type ViewStore } from './views.ts'

/**
 * Views in the memory of this process, rebuilt from the log at every start. A commit runs to its end before anybody
 * else runs, so readers never see half of one. Documents are frozen before they are handed out.
 */
export function memoryViews({ live }: { live: Live }): ViewStore {
  const views = new Map<string, MemoryView>()
  const nameOf = ({ name, version }: ViewKey): string => `${name} v${version}`
  const kept = (key: ViewKey): MemoryView | undefined => views.get(nameOf(key))
  const index = (key: ViewKey, name: string) => kept(key)?.ordered.index(name)

  return {
    checkpoint: async (key) => kept(key)?.checkpoint ?? beginning,
    load: async <Doc extends Document>(key: ViewKey, ids: readonly string[]) => {
      const view = kept(key)
      // The reader names the type of its own view, whose projection alone writes under this key.
      return ids.map((id) => view?.document(id) as Doc | undefined)
    },
    commit: async (commit) => {
      const view = kept(commit.view) ?? new MemoryView()
      if (view.checkpoint !== commit.from) throw new OutOfStep(commit.view, commit.from, view.checkpoint)
      view.apply(commit)
      views.set(nameOf(commit.view), view)
      for (const { room, message, payload } of commit.frames) live.publish(room, message, payload)
    },
    range: async <Doc extends Document>(key: ViewKey, name: string, range: Range) => {
      const view = kept(key)
      return view ? ranked<Doc>(view, name, range) : []
    },
    rank: async (key, name, id) => {
      const entry = kept(key)?.ordered.entry(name, id)
      return entry && index(key, name)?.order.rankOf(entry)
    },
    count: async (key, name) => index(key, name)?.size ?? 0,
    countBetween: async (key, name, lowest, highest) => index(key, name)?.countBetween(lowest, highest) ?? 0,
    sum: async (key, name) => index(key, name)?.sum ?? 0,
    drop: async (key) => void views.delete(nameOf(key)),
    close: async () => views.clear(),
  }
}

function ranked<Doc extends Document>(
  view: MemoryView,
  name: string,
  { offset, limit, reverse }: Range,
): Ranked<Doc>[] {
  const index = view.ordered.index(name)
  if (!index) return []
  const from = Math.max(offset, 0)
  const to = Math.min(from + Math.max(limit, 0), index.size)
  if (from >= to) return []
  const { order, size } = index
  const entries = reverse ? order.slice(size - to, size - from).reverse() : order.slice(from, to)
  return entries.flatMap(({ id }, at) => {
    // As in `load`: the reader names the type of its own view.
    const document = view.document(id) as Doc | undefined
    return document ? [{ id, document, rank: from + at }] : []
  })
}
