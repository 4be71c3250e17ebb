/**
 * Returns a function that runs tasks with the same key one after the other, and tasks with different keys concurrently. It queues them within
 * this process, such as the commands for a stream, so that they do not cause version conflicts: between processes, the expected revision
 * decides. A failed task does not affect the tasks behind it.
 */
export function keyedMutex() {
  /** The end of the last task of each key. */
  const ends = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
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
