import type { IndexEntry } from '../read-models.ts'

/** A member of a sorted index. Order: score, then tie, then id; the two texts by their code units. */
export type SortedEntry = { readonly score: number; readonly tiebreaker: string; readonly id: string }

export const toSortedEntry = (id: string, { score, tiebreaker: tie = '' }: IndexEntry): SortedEntry => ({
  score,
  tiebreaker: tie,
  id,
})

/** Entries in a block. A block is cut in two at this size: big enough to be few, small enough to move cheaply. */
const fullBlock = 1024

/** Below zero when `a` comes first. */
export function compareEntries(a: SortedEntry, b: SortedEntry): number {
  if (a.score !== b.score) return a.score - b.score
  if (a.tiebreaker !== b.tiebreaker) return a.tiebreaker < b.tiebreaker ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/**
 * Entries kept in order, in blocks: adding, removing and ranking cost about the square root of the size, with small
 * constants (a million entries are two thousand blocks). Every entry is there once; the caller sees to that.
 */
export class SortedEntries {
  #blocks: SortedEntry[][] = []
  // Kept beside the blocks so that counting runs through one array of numbers instead of touching every block.
  #sizes: number[] = []
  #size = 0

  /** Begins with these entries, in any order; quickest where they come in order, as what follows time does. */
  constructor(entries: readonly SortedEntry[] = []) {
    const ordered = [...entries].sort(compareEntries)
    // Half-full blocks, so that the first additions do not cut every one of them.
    for (let at = 0; at < ordered.length; at += fullBlock / 2)
      this.#insertBlock(this.#blocks.length, ordered.slice(at, at + fullBlock / 2))
    this.#size = ordered.length
  }

  get size(): number {
    return this.#size
  }

  add(entry: SortedEntry): void {
    if (this.#blocks.length === 0) this.#insertBlock(0, [])
    const isBefore = (other: SortedEntry) => compareEntries(other, entry) < 0
    const at = Math.min(this.#blockWhere(isBefore), this.#blocks.length - 1)
    const block = this.#block(at)
    block.splice(firstWhereNot(block, isBefore), 0, entry)
    this.#size++
    this.#sizes[at] = block.length
    if (block.length < fullBlock) return
    this.#insertBlock(at + 1, block.splice(fullBlock / 2))
    this.#sizes[at] = block.length
  }

  /** Removes the entry that is equal to this one. */
  remove(entry: SortedEntry): void {
    const isBefore = (other: SortedEntry) => compareEntries(other, entry) < 0
    const at = this.#blockWhere(isBefore)
    if (at === this.#blocks.length) return
    const block = this.#block(at)
    const place = firstWhereNot(block, isBefore)
    const found = block[place]
    if (!found || compareEntries(found, entry) !== 0) return
    block.splice(place, 1)
    this.#size--
    this.#sizes[at] = block.length
    if (block.length > 0) return
    this.#blocks.splice(at, 1)
    this.#sizes.splice(at, 1)
  }

  /** How many entries come before this one. */
  rankOf(entry: SortedEntry): number {
    return this.#countWhere((other) => compareEntries(other, entry) < 0)
  }

  /** How many entries have a score between the bounds, both included. */
  countBetween(lowest: number, highest: number): number {
    if (!(lowest <= highest)) return 0
    return (
      this.#countWhere((entry) => entry.score <= highest) - this.#countWhere((entry) => entry.score < lowest)
    )
  }

  /** The entries from rank `from` up to, not including, rank `to`. */
  slice(from: number, to: number): SortedEntry[] {
    const found: SortedEntry[] = []
    let before = 0
    for (let at = 0; at < this.#blocks.length && before < to; at++) {
      const size = this.#sizes[at] ?? 0
      if (before + size > from) found.push(...this.#block(at).slice(Math.max(from - before, 0), to - before))
      before += size
    }
    return found
  }

  /** How many entries at the beginning hold the condition, which must hold for a beginning only. */
  #countWhere(holds: (entry: SortedEntry) => boolean): number {
    const at = this.#blockWhere(holds)
    let count = 0
    for (let before = 0; before < at; before++) count += this.#sizes[before] ?? 0
    return at === this.#blocks.length ? count : count + firstWhereNot(this.#block(at), holds)
  }

  /** The first block whose last entry does not hold the condition. */
  #blockWhere(holds: (entry: SortedEntry) => boolean): number {
    return firstWhereNot(this.#blocks, (block) => {
      const last = block[block.length - 1]
      return last !== undefined && holds(last)
    })
  }

  #block(at: number): SortedEntry[] {
    const block = this.#blocks[at]
    if (!block) throw new RangeError(`There is no block ${at}.`)
    return block
  }

  #insertBlock(at: number, block: SortedEntry[]): void {
    this.#blocks.splice(at, 0, block)
    this.#sizes.splice(at, 0, block.length)
  }
}

/** Binary search: the first place where the condition no longer holds. */
function firstWhereNot<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && holds(item)) low = middle + 1
    else high = middle
  }
  return low
}
