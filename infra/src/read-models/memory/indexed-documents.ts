import { MemoryIndex } from './memory-index.ts'
import { toSortedEntry, type SortedEntry } from './sorted-entries.ts'
import type { Document, IndexEntry, Upsert } from '../read-models.ts'

/**
 * Documents of one view with its indexes; every change is put in its place at once. Where a document stands is asked
 * of its put whenever it is needed, and not kept: it would be more objects than there are documents.
 */
export class IndexedDocuments {
  readonly #puts: Map<string, Upsert>
  readonly #indexes = new Map<string, MemoryIndex>()

  /** Begins with these puts, by their ids, and keeps them. Indexes that need an order are put in order at once. */
  constructor(puts: Map<string, Upsert>) {
    this.#puts = puts
    const found = this.#addAll()
    const needing = [...this.#indexes].filter(([, index]) => index.needsSorting)
    // Most need an order from their first entry on; those that took longer to show it lack what came before.
    const late = needing.flatMap(([name, { size }]) => (found.get(name)?.length === size ? [] : [name]))
    for (const [name, entries] of this.#entriesOf(late)) found.set(name, entries)
    for (const [name, index] of needing) index.fill(found.get(name) ?? [])
  }

  /**
   * Adds all puts to their indexes. Answers the entries of those that need an order, from where that showed. A loop of its
   * own: one for this and `#entriesOf`, which asks a function about each place, made a replay a tenth slower.
   */
  #addAll(): Map<string, SortedEntry[]> {
    const found = new Map<string, SortedEntry[]>()
    for (const { id, indexEntries: indexes } of this.#puts.values()) {
      let entry: SortedEntry | undefined
      for (const name in indexes) {
        const place = indexes[name]
        if (!place) continue
        const index = this.#indexes.get(name) ?? this.#begin(name)
        index.add(id, place)
        if (!index.needsSorting) continue
        entry = entry && isSame(entry, place) ? entry : toSortedEntry(id, place)
        const entries = found.get(name)
        if (entries) entries.push(entry)
        else found.set(name, [entry])
      }
    }
    return found
  }

  document(id: string): Document | undefined {
    return this.#puts.get(id)?.document
  }

  entry(index: string, id: string): SortedEntry | undefined {
    const place = this.#puts.get(id)?.indexEntries[index]
    return place && toSortedEntry(id, place)
  }

  /** `undefined` if no document ever stood in it. */
  index(name: string): Readonly<MemoryIndex> | undefined {
    return this.#indexes.get(name)
  }

  delete(id: string): void {
    const places = this.#puts.get(id)?.indexEntries
    for (const name in places) this.#move(name, id, places[name], undefined)
    this.#puts.delete(id)
  }

  upsert(put: Upsert): void {
    const { id, indexEntries: after } = put
    const before = this.#puts.get(id)?.indexEntries ?? {}
    for (const name in after) this.#move(name, id, before[name], after[name])
    for (const name in before) if (!after[name]) this.#move(name, id, before[name], undefined)
    this.#puts.set(id, put)
  }

  #move(name: string, id: string, before: IndexEntry | undefined, after: IndexEntry | undefined): void {
    if (before && after && isSame(before, after)) return
    const index = this.#indexes.get(name) ?? this.#begin(name)
    if (before) index.remove(id, before)
    if (after) index.add(id, after)
  }

  /** Apart from `#move`, which would otherwise pay at every call for what the function in here remembers. */
  #begin(name: string): MemoryIndex {
    const index = new MemoryIndex(() => this.#entriesOf([name]).get(name) ?? [])
    this.#indexes.set(name, index)
    return index
  }

  /** All entries of these indexes. A document has one entry for all the indexes in which its place is the same. */
  #entriesOf(names: readonly string[]): Map<string, SortedEntry[]> {
    const found = new Map<string, SortedEntry[]>(names.map((name) => [name, []]))
    if (names.length === 0) return found
    for (const { id, indexEntries: indexes } of this.#puts.values()) {
      let entry: SortedEntry | undefined
      for (const name in indexes) {
        const place = indexes[name]
        const entries = found.get(name)
        if (!place || !entries) continue
        entry = entry && isSame(entry, place) ? entry : toSortedEntry(id, place)
        entries.push(entry)
      }
    }
    return found
  }
}

const isSame = (one: IndexEntry, other: IndexEntry): boolean =>
  one.score === other.score && (one.tiebreaker ?? '') === (other.tiebreaker ?? '')
