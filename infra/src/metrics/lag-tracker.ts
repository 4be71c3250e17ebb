import type { Clock } from '../clock.ts'

/** How far a view is behind the log: in positions, and by the age of the oldest event that it has not taken in. */
export type Lag = { positions: bigint; milliseconds: number }

/**
 * Works out how long views have been behind, from looks at the head of the log: an event that was there at a look, and
 * that a view does not have, is at least as old as that look.
 */
export class LagTracker {
  readonly #clock: Clock
  /** Where the head was when it was first seen there; in rising order. */
  #seen: { head: bigint; at: number }[] = []
  #head: bigint | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes where the head is. `slowest` is the position of the slowest view, before which nothing has to be kept. */
  observeHead(head: bigint, slowest: bigint): void {
    // A head that went back is another log, or an older state of it: what was seen before says nothing about it.
    if (this.#head !== undefined && head < this.#head) this.#seen = []
    if (head !== this.#head) this.#seen.push({ head, at: this.#clock() })
    this.#head = head
    this.#seen = this.#seen.filter((look) => look.head > slowest)
    // Who has been behind for more than an hour is not asked for the second any more.
    if (this.#seen.length > mostLooks) this.#seen = this.#seen.filter((_look, at) => at % 2 === 0)
  }

  lagAt(position: bigint): Lag {
    const head = this.#head ?? position
    const first = this.#seen.find((look) => look.head > position)
    return {
      positions: head > position ? head - position : 0n,
      milliseconds: first === undefined || head <= position ? 0 : this.#clock() - first.at,
    }
  }
}

const mostLooks = 4_096
