import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { StoreUnavailable } from '@thirty/infra/views/views.ts'

/** Something that went wrong. `isParked`: the view stopped at this event and will not go on by itself. */
export type Failure = { view?: string; error: unknown; event?: RecordedEvent; isParked: boolean }

/** What helps while something goes wrong, until it is stopped. */
export type Care = {
  isStopped(): boolean
  /** Waits, or less when it is stopped. */
  pause(milliseconds: number): Promise<void>
  report(failure: Failure): void
  /** Does something again, with longer and longer pauses, until it works or everything is stopped. */
  persist(work: () => Promise<void>): Promise<void>
}

/** Milliseconds of the first pause and of the longest. */
export const pauses = { shortest: 50, longest: 2_000 }

export const longer = (pause: number): number => Math.min(pause * 2, pauses.longest)

export function careUntil(
  stopped: AbortSignal,
  scheduler: Scheduler,
  report: (failure: Failure) => void,
): Care {
  const pause = (milliseconds: number): Promise<void> => {
    if (stopped.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        callOff()
        stopped.removeEventListener('abort', end)
        resolve()
      }
      const callOff = scheduler.after(milliseconds, end)
      stopped.addEventListener('abort', end)
    })
  }

  return {
    isStopped: () => stopped.aborted,
    pause,
    report,
    persist: async (work) => {
      for (let wait = pauses.shortest; !stopped.aborted; wait = longer(wait)) {
        try {
          return await work()
        } catch (error) {
          if (stopped.aborted) return
          report({ error, isParked: false })
          await pause(wait)
        }
      }
    },
  }
}

/** Asks a store that is away again, with longer and longer pauses, until it answers or everything is stopped. */
export async function insist(care: Care, work: () => Promise<void>): Promise<void> {
  for (let wait = pauses.shortest; ; wait = longer(wait)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || care.isStopped()) throw error
      await care.pause(wait)
    }
  }
}

/** Waits for something, but not longer than so many milliseconds. */
export async function atMost(
  milliseconds: number,
  scheduler: Scheduler,
  work: Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const callOff = scheduler.after(milliseconds, resolve)
  await Promise.race([work, promise]).finally(callOff)
}
