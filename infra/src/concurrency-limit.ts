// Limits how many tasks run at once: tasks that come at any time, or one for each item of a list.

import { SharedCapacity } from './shared-capacity.ts'

/** Runs a task as soon as there is capacity. Throws the refusal `busy` when the queue is full. */
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
  const errors: unknown[] = []
  // Shared by the workers, so that no more than the items at work are in memory twice.
  const remaining = items.entries()
  const work = async () => {
    for (const [index, item] of remaining) {
      if (errors.length > 0) return
      try {
        results[index] = await task(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  if (errors.length > 0) throw errors[0]
  return results
}
