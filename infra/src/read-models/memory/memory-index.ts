import { ExactSum } from '../exact-sum.ts'
import { toSortedEntry, SortedEntries, type SortedEntry } from './sorted-entries.ts'
import type { IndexEntry } from '../read-models.ts'

/** An index with more scores than this, or with ties, is there for its order; the others are mostly there to count. */
const fewScores = 64

/**
 * How many documents stand in an index, and the sum of their scores, kept at every change. As long as there are few
 * scores and no ties, the documents of each are counted, which is all that figures need, and costs next to nothing.
 * The order is made when it is first asked for, and kept from then on.
 */
export class MemoryIndex {
  #size = 0
  readonly #sum = new ExactSum()
  #counts: Map<number, number> | undefined = new Map()
  #order: SortedEntries | undefined
  readonly #entries: () => SortedEntry[]

  /** `entries` are those that stand in it now, in any order. */
  constructor(entries: () => SortedEntry[]) {
    this.#entries = entries
  }

  get size(): number {
    return this.#size
  }

  get sum(): number {
    return this.#sum.value
  }

  /** Whether counting is not enough to answer quickly. */
  get needsSorting(): boolean {
    return !this.#counts
  }

  get sortedEntries(): SortedEntries {
    return (this.#order ??= new SortedEntries(this.#entries()))
  }

  /** Takes all entries in order at once. */
  fill(entries: readonly SortedEntry[]): void {
    this.#order = new SortedEntries(entries)
  }

  add(id: string, place: IndexEntry): void {
    this.#size += 1
    this.#sum.add(place.score, 1)
    this.#count(place, 1)
    this.#order?.add(toSortedEntry(id, place))
  }

  remove(id: string, place: IndexEntry): void {
    this.#size -= 1
    this.#sum.add(place.score, -1)
    this.#count(place, -1)
    this.#order?.remove(toSortedEntry(id, place))
  }

  /** How many entries have a score between the bounds, both included. */
  countBetween(lowest: number, highest: number): number {
    if (!this.#counts) return this.sortedEntries.countBetween(lowest, highest)
    let found = 0
    for (const [score, count] of this.#counts) if (score >= lowest && score <= highest) found += count
    return found
  }

  #count({ score, tiebreaker: tie = '' }: IndexEntry, change: number): void {
    if (!this.#counts) return
    const count = (this.#counts.get(score) ?? 0) + change
    if (count === 0) this.#counts.delete(score)
    else this.#counts.set(score, count)
    if (tie !== '' || this.#counts.size > fewScores) this.#counts = undefined
  }
}
