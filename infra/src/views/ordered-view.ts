import { compareScores, SortedEntries, type Entry } from './sorted-entries.ts'
import type { Document, Place, Put } from './views.ts'

/** A document, and where it stands: its entry in every index, by name. */
type Kept = { document: Document; entries: Readonly<Record<string, Entry>> }

class OrderedIndex extends SortedEntries {
  sum = 0
}

/** Documents of one view with its indexes in order; every change is put in its place at once. */
export class OrderedView {
  readonly #documents = new Map<string, Kept>()
  readonly #indexes = new Map<string, OrderedIndex>()

  /** Begins with these documents: sorted by their ids once for all indexes, and once more for each. */
  constructor(puts: Iterable<Put>) {
    const found = new Map<string, Entry[]>()
    for (const { id, document, indexes } of [...puts].sort(byId)) {
      const entries: Record<string, Entry> = {}
      for (const name in indexes) {
        const entry = entryOf(id, indexes[name])
        if (!entry) continue
        entries[name] = entry
        const others = found.get(name)
        if (others) others.push(entry)
        else found.set(name, [entry])
      }
      this.#documents.set(id, { document, entries })
    }
    for (const [name, entries] of found) {
      const index = new OrderedIndex(entries, compareScores)
      for (const { score } of entries) index.sum += score
      this.#indexes.set(name, index)
    }
  }

  document(id: string): Document | undefined {
    return this.#documents.get(id)?.document
  }

  entry(index: string, id: string): Entry | undefined {
    return this.#documents.get(id)?.entries[index]
  }

  /** An index in its order; `undefined` if no document ever stood in it. */
  index(name: string): Readonly<OrderedIndex> | undefined {
    return this.#indexes.get(name)
  }

  delete(id: string): void {
    const entries = this.#documents.get(id)?.entries
    this.#documents.delete(id)
    for (const name in entries) this.#move(name, entries[name], undefined)
  }

  put({ id, document, indexes }: Put): void {
    const known = this.#documents.get(id)?.entries ?? {}
    const entries: Record<string, Entry> = {}
    for (const name in indexes) {
      const entry = same(known[name], indexes[name]) ?? entryOf(id, indexes[name])
      if (!entry) continue
      entries[name] = entry
      if (entry !== known[name]) this.#move(name, known[name], entry)
    }
    for (const name in known) if (!entries[name]) this.#move(name, known[name], undefined)
    this.#documents.set(id, { document, entries })
  }

  #move(name: string, before: Entry | undefined, after: Entry | undefined): void {
    let index = this.#indexes.get(name)
    if (!index) this.#indexes.set(name, (index = new OrderedIndex()))
    if (before) index.remove(before)
    if (after) index.add(after)
    // An empty index is exactly zero again, whatever the fractions before added up to.
    index.sum = index.size === 0 ? 0 : index.sum - (before?.score ?? 0) + (after?.score ?? 0)
  }
}

const byId = (one: Put, other: Put): number => (one.id < other.id ? -1 : 1)

const entryOf = (id: string, place: Place | undefined): Entry | undefined =>
  place && { score: place.score, tie: place.tie ?? '', id }

const same = (entry: Entry | undefined, place: Place | undefined): Entry | undefined =>
  entry && place && entry.score === place.score && entry.tie === (place.tie ?? '') ? entry : undefined
