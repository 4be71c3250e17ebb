import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ImageCleanup } from './images/cleanup/image-cleanup.ts'

/** Milliseconds until the first pass, which reads the log from its beginning, and between two passes. */
const firstAfter = 60_000
const every = 60 * 60 * 1000

/** Sweeps once an hour until the answer is called, which waits for what is under way. */
export function runHourly(
  sweep: ImageCleanup,
  onTrouble: (error: unknown) => void,
  scheduler: Scheduler = systemScheduler,
): () => Promise<void> {
  let isOver = false
  let pass = Promise.resolve()
  const begin = () => {
    pass = sweep
      .pass(() => isOver)
      .catch(onTrouble)
      .finally(() => {
        if (!isOver) callOff = scheduler.after(every, begin)
      })
  }
  let callOff = scheduler.after(firstAfter, begin)
  return async () => {
    isOver = true
    callOff()
    await pass
  }
}
