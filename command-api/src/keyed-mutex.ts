import { Mutex } from 'async-mutex'

/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export type KeyedMutex = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>

/**
 * Queues the commands for a stream within this process, so that concurrent commands do not cause version conflicts.
 * Between processes, the expected revision still decides. A failed task does not affect the tasks behind it.
 */
export function keyedMutex(): KeyedMutex {
  const queues = new Map<string, { mutex: Mutex; pending: number }>()
  return async (key, task) => {
    const queue = queues.get(key) ?? { mutex: new Mutex(), pending: 0 }
    queues.set(key, queue)
    queue.pending += 1
    try {
      return await queue.mutex.runExclusive(task)
    } finally {
      queue.pending -= 1
      if (queue.pending === 0) queues.delete(key)
    }
  }
}
