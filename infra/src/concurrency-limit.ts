// Limits how much runs at once: a number of tasks, tasks by what they need of a capacity that they share, or one task for each item of a
// list; and the time for which a task may run or wait.

import { Refusal, refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** Returns units to the capacity. Further calls have no effect. */
export type Release = () => void

type Waiting = { units: number; start: () => void }

/**
 * A number of units, such as bytes of memory, that tasks share. Tasks that need more than is free wait in the order in
 * which they came, so a large one is not overtaken forever by small ones.
 */
export class SharedCapacity {
  readonly #total: number
  readonly #maxWaiting: number
  readonly #waiting = new Set<Waiting>()
  #used = 0

  constructor(total: number, { maxWaiting = Infinity }: { maxWaiting?: number } = {}) {
    this.#total = total
    this.#maxWaiting = maxWaiting
  }

  /**
   * Takes units as soon as they are free; a task that needs more than the total runs alone. Throws the refusal `busy`
   * when too many tasks wait, and the reason of the signal when it is aborted before.
   */
  async acquire(units: number, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted()
    const needed = Math.min(units, this.#total)
    if (this.#waiting.size > 0 || this.#used + needed > this.#total) await this.#wait(needed, signal)
    else this.#used += needed
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#used -= needed
      this.#startWaiting()
    }
  }

  /** Runs a task with units that it returns at its end. Throws like `acquire`. */
  async run<Result>(units: number, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(units, signal)
    try {
      return await task()
    } finally {
      release()
    }
  }

  async #wait(units: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) refuse('busy', 'busy')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { units, start: resolve }
    const stop = () => {
      this.#waiting.delete(waiting)
      // The next one may need less than this one did.
      this.#startWaiting()
      reject(signal?.reason)
    }
    this.#waiting.add(waiting)
    signal?.addEventListener('abort', stop, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', stop))
  }

  #startWaiting(): void {
    for (const waiting of this.#waiting) {
      if (this.#used + waiting.units > this.#total) return
      this.#waiting.delete(waiting)
      this.#used += waiting.units
      waiting.start()
    }
  }
}

/** Runs a task whose signal is aborted with another one, and after some time with the refusal `busy`. */
export async function busyAfter<Result>(
  milliseconds: number,
  task: (signal: AbortSignal) => Promise<Result>,
  other?: AbortSignal,
): Promise<Result> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new Refusal('busy', say('busy'))), milliseconds)
  try {
    return await task(other ? AbortSignal.any([other, deadline.signal]) : deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a task once capacity is free. Throws the refusal `busy` when the queue is full. */
export type ConcurrencyLimit = <Result>(task: () => Promise<Result>) => Promise<Result>

type Limits = { maxConcurrent: number; maxQueued: number }

/** Limits how many tasks run at once and how many wait, so that heavy work cannot starve everything else. */
export function concurrencyLimit({ maxConcurrent, maxQueued }: Limits): ConcurrencyLimit {
  const capacity = new SharedCapacity(maxConcurrent, { maxWaiting: maxQueued })
  return (task) => capacity.run(1, task)
}

/**
 * Runs a task for each item, some at once, and returns the results in the order of the items. After an error it starts no further task,
 * and throws the error once no task runs any more.
 */
export async function mapWithLimit<Item, Result>(
  items: readonly Item[],
  maxConcurrent: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  // Shared by the workers, so that no more than the items at work are in memory twice. The error of one of them ends it for all.
  const remaining = (function* () {
    yield* items.entries()
  })()
  const work = async () => {
    for (const [index, item] of remaining) results[index] = await task(item)
  }
  const workers = Array.from({ length: maxConcurrent }, work)
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return results
}
