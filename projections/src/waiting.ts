import type { Scheduler } from '@thirty/infra/scheduler.ts'

type Waiter = { position: bigint; settle: (isReached: boolean) => void }

/** Callers that wait for a position to be reached, each for a limited time. */
export class Waiting {
  readonly #scheduler: Scheduler
  readonly #waiters = new Set<Waiter>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Answers true once `reached` was told this position or a later one, false after so many milliseconds. */
  until(position: bigint, withinMs: number): Promise<boolean> {
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

  /** Answers everybody who waits for this position or an earlier one. */
  reached(position: bigint, isReached: boolean): void {
    for (const waiter of this.#waiters) if (waiter.position <= position) waiter.settle(isReached)
  }
}
