/** Runs tasks of the same name one after the other, and tasks of different names side by side. */
export type KeyedMutex = <Answer>(name: string, task: () => Promise<Answer>) => Promise<Answer>

/**
 * Queues commands for one stream within this process, so that a crowd at one project does not run into version
 * conflicts. Between processes the expected revision decides, as ever.
 */
export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (name, task) => {
    const before = last.get(name)
    const turn = before === undefined ? task() : before.then(task, task)
    last.set(name, turn)
    try {
      return await turn
    } finally {
      if (last.get(name) === turn) last.delete(name)
    }
  }
}
