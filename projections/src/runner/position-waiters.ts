import type { Scheduler } from '@thirty/infra/scheduler.ts'

type Waiter = { position: bigint; settle: (isReached: boolean) => void }

/** Callers that wait for a position to be reached, each for a limited time. */
export class PositionWaiters {
  readonly #scheduler: Scheduler
  readonly #waiters = new Set<Waiter>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Answers what `ask` finds out about this position, and false after so many milliseconds. */
  waitFor(position: bigint, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        settle: (isReached) => {
          callOff()
          this.#waiters.delete(waiter)
          resolve(isReached)
        },
      }
      const callOff = this.#scheduler.after(withinMs, () => waiter.settle(false))
      this.#waiters.add(waiter)
    })
  }

  /** Asks for everybody who waits whether it is worth it: an answer ends the waiting, `undefined` does not. */
  notify(answer: (position: bigint) => boolean | undefined): void {
    for (const waiter of this.#waiters) {
      const isReached = answer(waiter.position)
      if (isReached !== undefined) waiter.settle(isReached)
    }
  }
}
