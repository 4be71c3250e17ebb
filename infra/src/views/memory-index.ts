import { SortedEntries, type Entry } from './sorted-entries.ts'

/**
 * One sorted index of a view in memory. Changes are noted and put in order later, all together: a replay that changes
 * a place a hundred times sorts once.
 */
export class MemoryIndex {
  readonly #sorted = new SortedEntries()
  /** Ids whose place changed since the last sorting, with the entry that is still sorted in for them. */
  readonly #stale = new Map<string, Entry | undefined>()
  /** So much changed that sorting anew is cheaper; then single changes are no longer noted. */
  #isOutOfOrder = false
  #size = 0
  #sum = 0

  /** How many documents stand in this index. */
  get size(): number {
    return this.#size
  }

  /** Sum of the scores of all documents in this index. */
  get sum(): number {
    return this.#sum
  }

  /** Notes that a document moved, came (nothing before) or left (nothing after). */
  moved(id: string, before: Entry | undefined, after: Entry | undefined): void {
    if (!before) this.#size++
    if (!after) this.#size--
    // An empty index is exactly zero again, whatever the fractions before added up to.
    this.#sum = this.#size === 0 ? 0 : this.#sum - (before?.score ?? 0) + (after?.score ?? 0)
    if (this.#isOutOfOrder) return
    if (!this.#stale.has(id)) this.#stale.set(id, before)
    if (this.#stale.size * 8 < this.#sorted.size + 4_000) return
    this.#isOutOfOrder = true
    this.#stale.clear()
  }

  /**
   * The entries in order, with every change noted so far.
   * `entryOf` knows where a document stands now, `all` every place of this index.
   */
  inOrder(entryOf: (id: string) => Entry | undefined, all: () => Entry[]): SortedEntries {
    if (this.#isOutOfOrder) this.#sorted.fill(all())
    else for (const [id, before] of this.#stale) this.#move(before, entryOf(id))
    this.#isOutOfOrder = false
    this.#stale.clear()
    return this.#sorted
  }

  #move(before: Entry | undefined, after: Entry | undefined): void {
    if (before) this.#sorted.remove(before)
    if (after) this.#sorted.add(after)
  }
}
