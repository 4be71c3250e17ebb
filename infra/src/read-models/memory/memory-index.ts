// An index of a read model in memory: its size and the sum of its scores, which every change maintains, and its entries in order.

import { addToSum, emptySum, valueOfSum, type ExactSum } from '../exact-sum.ts'
import { toIndexedEntry, SortedEntries, type EntryBlock } from './sorted-entries.ts'
import type { IndexedEntry } from '../read-models.ts'
import type { IndexEntry } from '../projection.ts'

/**
 * Maximum distinct scores of an index that only counts. Larger indexes, and indexes with tiebreakers, are mostly sorted.
 */
const maxCountedScores = 64

/**
 * Most documents whose changes wait to be sorted. A change of a sorted index takes about a microsecond, so a reader waits for less than
 * a millisecond.
 */
const maxPending = 512

/** A document whose entry changed: `sorted` is its entry among the sorted entries, `current` the entry that belongs there. */
type PendingEntry = { readonly sorted: IndexEntry | undefined; current: IndexEntry | undefined }

/** An index at one moment. */
export type IndexState = {
  size: number
  sum: Readonly<ExactSum>
  /** The number of documents of each score; `undefined` for an index that does not only count. */
  counts: readonly (readonly [score: number, count: number])[] | undefined
  /** The entries in blocks, in their order; `undefined` while nobody has read it. */
  blocks: readonly EntryBlock[] | undefined
}

export const emptyIndex: IndexState = {
  size: 0,
  sum: emptySum(),
  counts: [],
  blocks: undefined,
}

/**
 * While there are few distinct scores and no tiebreakers, an index only counts the documents of each score, which is cheap. It sorts the
 * entries when their order is first read. From then on it brings them up to date whenever they are read: a document that changed often in
 * between moves once.
 */
export class MemoryIndex {
  size: number
  readonly #sum: ExactSum
  #counts: Map<number, number> | undefined
  #sorted: SortedEntries | undefined
  /** The changes that the sorted entries lack, by the id of the document. */
  readonly #pending = new Map<string, PendingEntry>()
  readonly #entries: () => Iterable<IndexedEntry>

  /** Continues from a state. `entries` returns the current entries, in any order. */
  constructor({ size, sum, counts, blocks }: IndexState, entries: () => Iterable<IndexedEntry>) {
    this.size = size
    this.#sum = { ...sum }
    this.#counts = counts && new Map(counts)
    this.#sorted = blocks && SortedEntries.ofBlocks(blocks)
    this.#entries = entries
  }

  /** The index as it is now. The state does not change later. */
  get state(): IndexState {
    return {
      size: this.size,
      sum: { ...this.#sum },
      counts: this.#counts && [...this.#counts],
      blocks: this.sorted?.blocks(),
    }
  }

  get sum(): number {
    return valueOfSum(this.#sum)
  }

  /** True when counts per score are not enough to answer quickly. */
  get needsSorting(): boolean {
    return !this.#counts
  }

  /** The sorted entries; `undefined` while nobody has read their order. */
  get sorted(): SortedEntries | undefined {
    if (this.#sorted) this.#sortPending(this.#sorted)
    return this.#sorted
  }

  get sortedEntries(): SortedEntries {
    return this.sorted ?? this.sort(this.#entries())
  }

  /** Sorts all entries of an index whose order was not read yet. */
  sort(entries: Iterable<IndexedEntry>): SortedEntries {
    return (this.#sorted = new SortedEntries(entries))
  }

  /** Counts an entry of an index whose order was not read yet. */
  add(entry: IndexEntry): void {
    this.size += 1
    addToSum(this.#sum, entry.score, 1)
    this.#count(entry, 1)
  }

  /** Moves a document from one entry to another; either entry may be missing. */
  move(id: string, before: IndexEntry | undefined, after: IndexEntry | undefined): void {
    if (before) {
      this.size -= 1
      addToSum(this.#sum, before.score, -1)
      this.#count(before, -1)
    }
    if (after) this.add(after)
    if (!this.#sorted) return
    const pending = this.#pending.get(id)
    if (pending) pending.current = after
    else this.#pending.set(id, { sorted: before, current: after })
    if (this.#pending.size >= maxPending) this.#sortPending(this.#sorted)
  }

  /** Returns the number of entries with a score between the bounds, both included. */
  countBetween(lowest: number, highest: number): number {
    if (!this.#counts) return this.sortedEntries.countBetween(lowest, highest)
    let total = 0
    for (const [score, count] of this.#counts) if (score >= lowest && score <= highest) total += count
    return total
  }

  #sortPending(entries: SortedEntries): void {
    for (const [id, { sorted, current }] of this.#pending) {
      if (sorted) entries.remove(toIndexedEntry(id, sorted))
      if (current) entries.add(toIndexedEntry(id, current))
    }
    this.#pending.clear()
  }

  #count({ score, tiebreaker = '' }: IndexEntry, change: number): void {
    if (!this.#counts) return
    const count = (this.#counts.get(score) ?? 0) + change
    if (count === 0) this.#counts.delete(score)
    else this.#counts.set(score, count)
    if (tiebreaker !== '' || this.#counts.size > maxCountedScores) this.#counts = undefined
  }
}
