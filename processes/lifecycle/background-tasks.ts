import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Logger } from '@thirty/infra/logger.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { throttledLog } from './throttled-log.ts'

/** What is done when an answer has left, so that the answer tells nothing about it, not even by its time. */
export type BackgroundTasks = {
  /** Does it soon, a few things at once. What goes wrong is logged; beyond a bounded number, tasks are dropped. */
  runInBackground(task: () => Promise<void>): void
  /** Done when everything that was begun or waits is. */
  drain(): Promise<void>
}

export function backgroundTasks(
  output: Pick<Logger, 'error' | 'warn'>,
  room = { maxConcurrent: 4, maxQueued: 200 },
): BackgroundTasks {
  const enter = concurrencyLimit(room)
  const underWay = new Set<Promise<void>>()
  const tellBusy = throttledLog((words: string) => output.warn(words))

  const run = async (task: () => Promise<void>): Promise<void> => {
    // The answer goes first.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await enter(task)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy')
        tellBusy('too much is to be done after answers; some of it is dropped')
      else output.error({ err: error }, 'what was to be done after an answer failed')
    }
  }
  return {
    runInBackground: (task) => {
      const running = run(task).finally(() => underWay.delete(running))
      underWay.add(running)
    },
    drain: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
