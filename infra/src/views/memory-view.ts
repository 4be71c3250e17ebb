import { beginning } from '../event-log/event-log.ts'
import { MemoryIndex } from './memory-index.ts'
import type { Entry, SortedEntries } from './sorted-entries.ts'
import type { Commit, Document, Place, Put } from './views.ts'

type Kept = { document: Document; entries: Readonly<Record<string, Entry>> }

/** One view in memory: its documents, where they stand, and how far it is built. */
export class MemoryView {
  checkpoint = beginning
  /** Whether the first replay is over: until then nobody but the view's own projection reads here. */
  isBuilt = false
  readonly #documents = new Map<string, Kept>()
  readonly #indexes = new Map<string, MemoryIndex>()

  document(id: string): Document | undefined {
    return this.#documents.get(id)?.document
  }

  entry(index: string, id: string): Entry | undefined {
    return this.#documents.get(id)?.entries[index]
  }

  size(index: string): number {
    return this.#indexes.get(index)?.size ?? 0
  }

  sum(index: string): number {
    return this.#indexes.get(index)?.sum ?? 0
  }

  /** An index in its order; `undefined` if no document ever stood in it. */
  sorted(index: string): SortedEntries | undefined {
    this.isBuilt = true
    return this.#indexes.get(index)?.inOrder(() => this.#entriesOf(index))
  }

  apply({ puts, deletes, to }: Commit): void {
    for (const id of deletes) this.#delete(id)
    for (const put of puts) this.#put(put)
    this.checkpoint = to
    // An empty step ends a replay, or carries frames: the time to put in order what was only counted so far.
    if (puts.length + deletes.length > 0) return
    this.isBuilt = true
    for (const name of this.#indexes.keys()) this.sorted(name)
  }

  #entriesOf(index: string): Entry[] {
    const found: Entry[] = []
    for (const { entries } of this.#documents.values()) {
      const entry = entries[index]
      if (entry) found.push(entry)
    }
    return found
  }

  #delete(id: string): void {
    const entries = this.#documents.get(id)?.entries
    this.#documents.delete(id)
    for (const name in entries) this.#indexes.get(name)?.moved(entries[name], undefined)
  }

  #put({ id, document, indexes }: Put): void {
    const kept = this.#documents.get(id)
    const entries: Record<string, Entry> = {}
    for (const name in indexes) {
      const place = indexes[name]
      if (place) entries[name] = this.#placed(name, id, kept?.entries[name], place)
    }
    for (const name in kept?.entries) {
      if (!entries[name]) this.#indexes.get(name)?.moved(kept?.entries[name], undefined)
    }
    if (!kept) this.#documents.set(id, { document, entries })
    else {
      kept.document = document
      kept.entries = entries
    }
  }

  #placed(name: string, id: string, known: Entry | undefined, { score, tie = '' }: Place): Entry {
    if (known && known.score === score && known.tie === tie) return known
    const entry = { score, tie, id }
    this.#index(name).moved(known, entry)
    return entry
  }

  #index(name: string): MemoryIndex {
    let index = this.#indexes.get(name)
    if (!index) this.#indexes.set(name, (index = new MemoryIndex()))
    return index
  }
}
