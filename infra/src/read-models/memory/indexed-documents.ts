// The documents of one read model in memory, with their indexes and their words.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IndexEntry } from '../projection.ts'
import {
  compareEntries,
  maxCompared,
  wordsIndex,
  type IndexedEntry,
  type Upsert,
  type WordSearch,
} from '../read-models.ts'
import { emptyIndex, MemoryIndex, type IndexState } from './memory-index.ts'
import { SortedEntries, toIndexedEntry } from './sorted-entries.ts'

/**
 * The documents of one read model with their indexes. Index entries are read from the upsert whenever they are needed: kept
 * entries would outnumber the documents.
 */
export class IndexedDocuments {
  readonly #upserts: Map<string, Upsert>
  readonly #indexes = new Map<string, MemoryIndex>()
  /** Missing until the first search. */
  #words: WordIndex | undefined
  #collecting: Promise<void> | undefined
  /** While words are collected: the documents whose words were added by a change. */
  #changed: Set<string> | undefined

  /**
   * Starts with these upserts, by id, and keeps them. `indexes` are the states of their indexes by name; without them the
   * indexes are computed; indexes with an order are sorted at once, or when it is first read with `sortsWhenRead`.
   */
  constructor(
    upserts: Map<string, Upsert>,
    {
      indexes,
      sortsWhenRead = false,
    }: { indexes?: ReadonlyMap<string, IndexState>; sortsWhenRead?: boolean },
  ) {
    this.#upserts = upserts
    if (indexes) for (const [name, state] of indexes) this.#createIndex(name, state)
    else this.#buildIndexes(!sortsWhenRead)
  }

  /**
   * Adds all upserts to their indexes, and sorts the indexes that need an order if wanted. Entries are computed once, so the entries of an
   * index that may need an order later are kept until then.
   */
  #buildIndexes(sorts: boolean): void {
    const collected = new Map<MemoryIndex, IndexedEntry[]>()
    for (const { id, indexEntries } of this.#upserts.values()) {
      let entry: IndexedEntry | undefined
      for (const name in indexEntries) {
        const indexEntry = indexEntries[name]
        if (!indexEntry) continue
        const index = this.#indexes.get(name) ?? this.#createIndex(name)
        index.add(indexEntry)
        if (!sorts) continue
        entry = entry && isEqual(entry, indexEntry) ? entry : toIndexedEntry(id, indexEntry)
        const entries = collected.get(index)
        if (entries) entries.push(entry)
        else collected.set(index, [entry])
      }
    }
    for (const [index, entries] of collected) if (index.needsSorting) index.sort(entries)
  }

  get(id: string): Upsert | undefined {
    return this.#upserts.get(id)
  }

  entry(index: string, id: string): IndexedEntry | undefined {
    const indexEntry = this.#upserts.get(id)?.indexEntries[index]
    return indexEntry && toIndexedEntry(id, indexEntry)
  }

  /** See `ReadModelStore`. Other tasks run meanwhile. */
  async search(index: string, { prefixes, limit, reverse = false }: WordSearch): Promise<string[]> {
    const words = (this.#words ??= new WordIndex())
    await (this.#collecting ??= this.#collect(words))
    const { ids, isCut } = words.rarest(prefixes)
    const compared = new Set(isCut ? [...ids, ...this.#firstIds(index, reverse)] : ids)
    const found: IndexedEntry[] = []
    for await (const id of inTurns(compared)) {
      const own = this.#upserts.get(id)?.words ?? []
      const hasWord = (alternatives: readonly string[]) =>
        own.some((word) => alternatives.some((prefix) => word.startsWith(prefix)))
      const entry = prefixes.every(hasWord) ? this.entry(index, id) : undefined
      if (entry) found.push(entry)
    }
    found.sort(compareEntries)
    return (reverse ? found.reverse() : found).slice(0, limit).map(({ id }) => id)
  }

  async #collect(words: WordIndex): Promise<void> {
    const changed = (this.#changed = new Set())
    for await (const upsert of inTurns(this.#upserts.values())) if (!changed.has(upsert.id)) words.add(upsert)
    this.#changed = undefined
  }

  #firstIds(index: string, reverse: boolean): string[] {
    const entries = this.#indexes.get(index)?.sortedEntries
    if (!entries) return []
    const from = reverse ? Math.max(0, entries.size - maxCompared) : 0
    return entries.slice(from, from + maxCompared).map(({ id }) => id)
  }

  /** All upserts. Safe to continue after changes: an upsert that stays is returned once. */
  upserts(): MapIterator<Upsert> {
    return this.#upserts.values()
  }

  /** Returns the names of the indexes that have or had an entry. */
  indexNames(): string[] {
    return [...this.#indexes.keys()]
  }

  /** Returns the states of all indexes by name. They do not change later. */
  indexStates(): Map<string, IndexState> {
    return new Map([...this.#indexes].map(([name, { state }]) => [name, state]))
  }

  /** Returns an index; `undefined` if it never had an entry. */
  index(name: string): Readonly<MemoryIndex> | undefined {
    return this.#indexes.get(name)
  }

  delete(id: string): void {
    const upsert = this.#upserts.get(id)
    const indexEntries = upsert?.indexEntries
    for (const name in indexEntries) this.#move(name, id, indexEntries[name], undefined)
    if (upsert) this.#words?.remove(upsert)
    this.#upserts.delete(id)
  }

  set(id: string, upsert: Upsert): void {
    const { indexEntries: after } = upsert
    const previous = this.#upserts.get(id)
    const before = previous?.indexEntries ?? {}
    for (const name in after) this.#move(name, id, before[name], after[name])
    for (const name in before) if (!after[name]) this.#move(name, id, before[name], undefined)
    // Most changes leave the words as they are.
    if (this.#words && String(previous?.words) !== String(upsert.words)) {
      if (previous) this.#words.remove(previous)
      this.#words.add(upsert)
      this.#changed?.add(id)
    }
    this.#upserts.set(id, upsert)
  }

  #move(name: string, id: string, before: IndexEntry | undefined, after: IndexEntry | undefined): void {
    if (before && after && isEqual(before, after)) return
    // Sorted from its first entry on: later its entries would have to be found among all documents.
    const index = this.#indexes.get(name) ?? this.#createIndex(name, { ...emptyIndex, blocks: [] })
    index.move(id, before, after)
  }

  /** Separate from `#move`, which would otherwise allocate a closure in every call. */
  #createIndex(name: string, state = emptyIndex): MemoryIndex {
    const index = new MemoryIndex(state, () => this.#unsortedEntries(name))
    this.#indexes.set(name, index)
    return index
  }

  /**
   * Returns all entries of an index as they are now, or of the words. An index that was never sorted is read from its documents: sorting it
   * only for this would use the same entries.
   */
  entriesOf(name: string): Iterable<IndexedEntry> {
    const sorted = this.#indexes.get(name)?.sorted
    return sorted ? sorted.slice(0, sorted.size) : this.#unsortedEntries(name)
  }

  *#unsortedEntries(name: string): Generator<IndexedEntry, undefined> {
    for (const upsert of this.#upserts.values())
      if (name === wordsIndex) yield* wordEntries(upsert)
      else {
        const entry = upsert.indexEntries[name]
        if (entry) yield toIndexedEntry(upsert.id, entry)
      }
  }
}

/** Milliseconds between two turns of the event loop. */
const maxTurnMs = 2

/** Yields items, and lets other tasks run in between. */
async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - began < maxTurnMs) continue
    await nextTurn()
    began = performance.now()
  }
}

const isEqual = (a: IndexEntry, b: IndexEntry): boolean =>
  a.score === b.score && (a.tiebreaker ?? '') === (b.tiebreaker ?? '')

/** The words of all documents, sorted, so that the words with a prefix are a range. */
class WordIndex {
  readonly #entries = new SortedEntries()

  add(upsert: Upsert): void {
    for (const entry of wordEntries(upsert)) this.#entries.add(entry)
  }

  remove(upsert: Upsert): void {
    for (const entry of wordEntries(upsert)) this.#entries.remove(entry)
  }

  /** Returns the ids of documents with the rarest of the words, and whether there are more than `maxCompared`. */
  rarest(prefixes: WordSearch['prefixes']): { ids: string[]; isCut: boolean } {
    const [rarest] = prefixes
      .map((alternatives) => {
        const ranges = alternatives.map((prefix) => this.#rangeOf(prefix))
        return { ranges, count: ranges.reduce((sum, { from, to }) => sum + to - from, 0) }
      })
      .sort((left, right) => left.count - right.count)
    const { ranges = [], count = 0 } = rarest ?? {}
    const entries = ranges.flatMap(({ from, to }) =>
      this.#entries.slice(from, Math.min(to, from + maxCompared)),
    )
    return { ids: entries.map(({ id }) => id), isCut: count > maxCompared }
  }

  #rangeOf(prefix: string): { from: number; to: number } {
    return {
      from: this.#entries.rankOf(wordEntry('', prefix)),
      to: this.#entries.rankOf(wordEntry('', `${prefix}\uffff`)),
    }
  }
}

/** Returns an entry for each word of a document. */
const wordEntries = ({ id, words = [] }: Upsert): IndexedEntry[] => words.map((word) => wordEntry(id, word))

const wordEntry = (id: string, word: string) => toIndexedEntry(id, { score: 0, tiebreaker: word })
