import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import pLimit from 'p-limit'
import { say } from '@thirty/contracts/texts/text.ts'

/** Runs a task as soon as there is capacity. Throws the refusal `busy` when the queue is full. */
export type ConcurrencyLimit = <Result>(task: () => Promise<Result>) => Promise<Result>

export type ConcurrencyLimitOptions = { maxConcurrent: number; maxQueued: number }

/** Limits how many tasks run at once and how many wait, so that heavy work cannot starve everything else. */
export function concurrencyLimit({ maxConcurrent, maxQueued }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const limit = pLimit(maxConcurrent)
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxQueued) refuse('busy', say('busy'))
    return limit(task)
  }
}
