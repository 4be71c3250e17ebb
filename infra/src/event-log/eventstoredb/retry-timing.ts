import { randomInt } from 'node:crypto'
import { systemClock } from '../../clock.ts'
import type { Scheduler } from '../../scheduler.ts'
import { TimeoutError } from './error-kinds.ts'

/** Real time. Its timers keep the process alive: whoever waits for the store must not find the process ended. */
export const realTimeScheduler: Scheduler = {
  now: systemClock,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

const shortest = 50
const longest = 2_000

/** Milliseconds to wait after so many failures in a row; jitter keeps many processes from coming back at once. */
export function backoffMs(failures: number): number {
  const most = Math.min(shortest * 2 ** Math.min(failures, 10), longest)
  return randomInt(most / 2, most + 1)
}

/** The waits between the tries of one call, until together they are as long as our patience. */
export function* retryDelays(patience: number): Generator<number, undefined> {
  let waited = 0
  for (let failures = 0; waited < patience; failures++) {
    const wait = Math.min(backoffMs(failures), patience - waited)
    yield wait
    waited += wait
  }
  return undefined
}

/** Resolves after so many milliseconds, or at once when the signal says so. */
export function pause(scheduler: Scheduler, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      callOff()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const callOff = scheduler.after(milliseconds, done)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
}

/** The answer, or `Late` when it takes too long. What was asked may still be done then. */
export async function withTimeout<Answer>(
  scheduler: Scheduler,
  milliseconds: number,
  answer: Promise<Answer>,
): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const callOff = scheduler.after(milliseconds, () =>
    late.reject(new TimeoutError(`No answer within ${milliseconds} milliseconds.`)),
  )
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    callOff()
  }
}
