// Sorted entries in blocks: adding, removing and ranking cost about the square root of the size, with small constants (a million entries
// are two thousand blocks). The caller ensures that each entry is added once.

import { compareEntries, type IndexedEntry } from '../read-models.ts'
import type { IndexEntry } from '../projection.ts'

export const toIndexedEntry = (id: string, { score, tiebreaker = '' }: IndexEntry): IndexedEntry => ({
  score,
  tiebreaker,
  id,
})

/** Sorted entries of a snapshot, which are read when one of them is needed. */
export type UnreadEntries = {
  readonly size: number
  /** The last of them in their order. */
  readonly last: IndexedEntry
  read(): IndexedEntry[]
}

/** Some entries of a sorted index, in its order. */
export type EntryBlock = readonly IndexedEntry[] | UnreadEntries

/** A block is split at this size: large enough that there are few, small enough that insertions are cheap. */
const maxBlockSize = 1024

export class SortedEntries {
  #blocks: (IndexedEntry[] | UnreadEntries)[] = []
  // The sizes of the blocks, so that counting reads one array of numbers instead of every block.
  #sizes: number[] = []
  #size = 0

  /** Starts with these entries, in any order; fastest when they are already sorted, as entries by time are. */
  constructor(entries: Iterable<IndexedEntry> = []) {
    const ordered = [...entries].sort(compareEntries)
    // Half-full blocks, so that the first additions do not split every one of them.
    for (let index = 0; index < ordered.length; index += maxBlockSize / 2) {
      const block = ordered.slice(index, index + maxBlockSize / 2)
      this.#insertBlock(this.#blocks.length, block, block.length)
    }
    this.#size = ordered.length
  }

  /** Returns sorted entries of these blocks, which are not empty. */
  static ofBlocks(blocks: readonly EntryBlock[]): SortedEntries {
    const sorted = new SortedEntries()
    for (const block of blocks) {
      const [own, size] = isRead(block) ? [[...block], block.length] : [block, block.size]
      sorted.#insertBlock(sorted.#blocks.length, own, size)
      sorted.#size += size
    }
    return sorted
  }

  get size(): number {
    return this.#size
  }

  /** Returns the blocks as they are now. They do not change later. */
  blocks(): EntryBlock[] {
    return this.#blocks.map((block) => (isRead(block) ? [...block] : block))
  }

  add(entry: IndexedEntry): void {
    if (this.#blocks.length === 0) this.#insertBlock(0, [], 0)
    const isBefore = (other: IndexedEntry) => compareEntries(other, entry) < 0
    const last = lastOf(this.#blocks.at(-1))
    // Entries by time come last, without a search.
    const isLast = last === undefined || isBefore(last)
    const index = isLast ? this.#blocks.length - 1 : this.#blockWhere(isBefore)
    const block = this.#block(index)
    if (isLast) block.push(entry)
    else block.splice(firstWhereNot(block, isBefore), 0, entry)
    this.#size++
    this.#sizes[index] = block.length
    if (block.length < maxBlockSize) return
    const upper = block.splice(maxBlockSize / 2)
    this.#insertBlock(index + 1, upper, upper.length)
    this.#sizes[index] = block.length
  }

  /** Removes the entry that is equal to this one. */
  remove(entry: IndexedEntry): void {
    const isBefore = (other: IndexedEntry) => compareEntries(other, entry) < 0
    const index = this.#blockWhere(isBefore)
    if (index === this.#blocks.length) return
    const block = this.#block(index)
    const offset = firstWhereNot(block, isBefore)
    const found = block[offset]
    if (!found || compareEntries(found, entry) !== 0) return
    block.splice(offset, 1)
    this.#size--
    this.#sizes[index] = block.length
    if (block.length > 0) return
    this.#blocks.splice(index, 1)
    this.#sizes.splice(index, 1)
  }

  /** Returns the number of entries before this one. */
  rankOf(entry: IndexedEntry): number {
    return this.#countWhere((other) => compareEntries(other, entry) < 0)
  }

  /** Returns the number of entries with a score between the bounds, both included. */
  countBetween(lowest: number, highest: number): number {
    if (!(lowest <= highest)) return 0
    return (
      this.#countWhere((entry) => entry.score <= highest) - this.#countWhere((entry) => entry.score < lowest)
    )
  }

  /** Returns the entries from rank `from` up to, but not including, rank `to`. */
  slice(from: number, to: number): IndexedEntry[] {
    const found: IndexedEntry[] = []
    let before = 0
    for (let index = 0; index < this.#blocks.length && before < to; index++) {
      const size = this.#sizes[index] ?? 0
      if (before + size > from)
        found.push(...this.#block(index).slice(Math.max(from - before, 0), to - before))
      before += size
    }
    return found
  }

  /** Returns the number of entries that satisfy the condition, which must hold for the first entries only. */
  #countWhere(satisfies: (entry: IndexedEntry) => boolean): number {
    const index = this.#blockWhere(satisfies)
    let count = 0
    for (let before = 0; before < index; before++) count += this.#sizes[before] ?? 0
    return index === this.#blocks.length ? count : count + firstWhereNot(this.#block(index), satisfies)
  }

  /** Returns the index of the first block whose last entry does not satisfy the condition. */
  #blockWhere(satisfies: (entry: IndexedEntry) => boolean): number {
    return firstWhereNot(this.#blocks, (block) => {
      const last = lastOf(block)
      return last !== undefined && satisfies(last)
    })
  }

  #block(index: number): IndexedEntry[] {
    const block = this.#blocks[index]
    if (!block) throw new RangeError(`There is no block ${index}.`)
    return isRead(block) ? block : (this.#blocks[index] = block.read())
  }

  #insertBlock(index: number, block: IndexedEntry[] | UnreadEntries, size: number): void {
    this.#blocks.splice(index, 0, block)
    this.#sizes.splice(index, 0, size)
  }
}

/** Returns whether the entries of a block are in memory. */
export const isRead = <Read extends readonly IndexedEntry[]>(block: Read | UnreadEntries): block is Read =>
  Array.isArray(block)

const lastOf = (block: EntryBlock | undefined): IndexedEntry | undefined =>
  block && (isRead(block) ? block[block.length - 1] : block.last)

/** Binary search: returns the first index whose item does not satisfy the condition. */
function firstWhereNot<Item>(items: readonly Item[], satisfies: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && satisfies(item)) low = middle + 1
    else high = middle
  }
  return low
}
