import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { backoffMs } from '../retry-policy.ts'
import { LogNotReadable } from '../subscription/follow-log.ts'
import { PoisonEvent } from './compute-step.ts'

/** Failures in a row that park a projection; with the delays between them they take about ten seconds. */
const failuresBeforeParking = 10
/** First and longest delay between two tries of a parked projection, in milliseconds. */
const parkedDelayMs = { shortest: 60_000, longest: 900_000 }

/**
 * Decides when a worker tries again after a failure. A store or log that cannot be reached is tried every two seconds for
 * as long as it takes. A poison event, or another error that persists, parks the projection: it is tried again after a
 * minute, and then after twice as long, up to a quarter of an hour.
 */
export class RetrySchedule {
  /** Failures since the last success, and those among them that time alone does not end. */
  #failures = 0
  #errors = 0
  #parkedTries = 0

  failed(error: unknown): { delayMs: number; isParked: boolean } {
    const isOutage = error instanceof StoreUnavailable || error instanceof LogNotReadable
    this.#failures += 1
    if (!isOutage) this.#errors += 1
    const isPersistent = error instanceof PoisonEvent || (!isOutage && this.#errors >= failuresBeforeParking)
    if (!isPersistent && this.#parkedTries === 0)
      return { delayMs: delayAfter(this.#failures, backoffMs), isParked: false }
    this.#parkedTries += 1
    return { delayMs: delayAfter(this.#parkedTries, parkedDelayMs), isParked: true }
  }

  /**
   * To be called after a success. Steps of a build that is not live prove little, because most stay in memory: only the
   * delays begin again then.
   */
  succeeded(isLive: boolean): void {
    this.#failures = 0
    if (!isLive) return
    this.#errors = 0
    this.#parkedTries = 0
  }
}

/** A failure whose remedy should help at once: only repetitions have to wait, ever longer, up to two seconds. */
export class RepeatedFailure {
  #failures = 0

  /** Returns the delay until the next try, in milliseconds. To be called once for each failure. */
  delayMs(): number {
    this.#failures += 1
    return this.#failures === 1 ? 0 : delayAfter(this.#failures - 1, backoffMs)
  }

  succeeded(): void {
    this.#failures = 0
  }
}

const delayAfter = (tries: number, { shortest, longest }: typeof backoffMs): number =>
  Math.min(shortest * 2 ** (tries - 1), longest)
