import { SortedEntries, type Entry } from './sorted-entries.ts'

/**
 * One sorted index of a view in memory. Until somebody asks for its order it only counts: a replay that changes a
 * place a hundred times sorts once. From then on every change is put in its place at once.
 */
export class MemoryIndex {
  #sorted: SortedEntries | undefined
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

  /** A document moved, came (nothing before) or left (nothing after). */
  moved(before: Entry | undefined, after: Entry | undefined): void {
    if (!before) this.#size++
    if (!after) this.#size--
    // An empty index is exactly zero again, whatever the fractions before added up to.
    this.#sum = this.#size === 0 ? 0 : this.#sum - (before?.score ?? 0) + (after?.score ?? 0)
    if (before) this.#sorted?.remove(before)
    if (after) this.#sorted?.add(after)
  }

  /** The entries in order. `all` is asked once, the first time. */
  inOrder(all: () => Entry[]): SortedEntries {
    this.#sorted ??= new SortedEntries(all())
    return this.#sorted
  }
}
