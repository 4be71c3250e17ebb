import { refuse } from '@thirty/contracts/refusals.ts'

/** Runs a task when there is room. Throws `busy` when too many wait already. */
export type ConcurrencyLimit = <Answer>(task: () => Promise<Answer>) => Promise<Answer>

/** Lets so many tasks run at once and so many wait: heavy work may queue, but never starve the rest. */
export function concurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) refuse('busy', 'The server is busy. Please try again in a moment.')
    // Whoever leaves hands its place over, so the number that runs stays the same.
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const leave = (): void => {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
