import type { Clock } from '@thirty/infra/clock.ts'
import type { Lease } from '@thirty/infra/read-models/read-models.ts'

/** How long a lease lasts. */
export const leaseDurationMs = 3_000

/** A lease that expires by the clock of this process. An expired lease cannot be renewed. */
export class ProjectionLease {
  readonly storeLease: Lease
  /** Settles when the lease was released; missing while it is held. */
  handingOver: Promise<void> | undefined
  readonly #clock: Clock
  #validUntil: number
  #dueSince: number

  constructor(lease: Lease, validUntil: number, clock: Clock) {
    this.storeLease = lease
    this.#validUntil = validUntil
    this.#clock = clock
    this.#dueSince = clock()
  }

  /** True once in every period of this length. */
  isDue(everyMs: number): boolean {
    if (this.#clock() - this.#dueSince < everyMs) return false
    this.#dueSince = this.#clock()
    return true
  }

  isExpired(): boolean {
    // An expired lease must not become valid again, even if the store renewed it late.
    if (this.#clock() >= this.#validUntil) this.end()
    return this.#validUntil === -Infinity
  }

  renew(validUntil: number): void {
    if (!this.isExpired()) this.#validUntil = validUntil
  }

  end(): void {
    this.#validUntil = -Infinity
  }
}
