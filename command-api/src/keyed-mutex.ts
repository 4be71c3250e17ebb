/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export type KeyedMutex = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>

/**
 * Queues tasks within this process, such as the commands for a stream, so that concurrent ones do not cause version conflicts: between
 * processes, the expected revision still decides. A failed task does not affect the tasks behind it.
 */
export function keyedMutex(): KeyedMutex {
  /** The end of the last task of each key. */
  const ends = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = ends.get(key)
    const running = before === undefined ? task() : before.then(task)
    const end = running.then(ignore, ignore)
    ends.set(key, end)
    try {
      return await running
    } finally {
      if (ends.get(key) === end) ends.delete(key)
    }
  }
}

const ignore = (): void => undefined
