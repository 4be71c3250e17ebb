import type { Clock } from '@thirty/infra/clock.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'

/** A read model that lags and has not moved for this long is not waited for; a failover takes less time. */
const standstillAfterMs = 5_000

type Observed = {
  position: bigint
  /** Since when it has not moved while it lags behind another one. */
  laggingSince?: number
}

/** Notices read models that stand still while others move. */
export class StandstillDetector {
  readonly #clock: Clock
  readonly #observed = new Map<string, Observed>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** To be called with the positions that were read, by the names of the read models. */
  observe(positions: ReadonlyMap<string, bigint>): void {
    for (const [name, position] of positions)
      if (this.#observed.get(name)?.position !== position) this.#observed.set(name, { position })
    let farthest = beginning
    for (const { position } of this.#observed.values()) if (position > farthest) farthest = position
    for (const observed of this.#observed.values()) {
      if (observed.position === farthest) delete observed.laggingSince
      else observed.laggingSince ??= this.#clock()
    }
  }

  /** Forgets a read model that is observed no more. */
  forget(name: string): void {
    this.#observed.delete(name)
  }

  /** Whether it lags and has not moved for five seconds. */
  isStandingStill(name: string): boolean {
    const since = this.#observed.get(name)?.laggingSince
    return since !== undefined && this.#clock() - since >= standstillAfterMs
  }
}
