import type { Clock } from '@thirty/infra/clock.ts'
import type { Lease } from '@thirty/infra/read-models/read-models.ts'

/** A lease, for as long as nobody else can have it by our own clock. Once it is over it stays over. */
export class ProjectionLease {
  readonly storeLease: Lease
  readonly #clock: Clock
  #until: number

  constructor(lease: Lease, until: number, clock: Clock) {
    this.storeLease = lease
    this.#until = until
    this.#clock = clock
  }

  isExpired(): boolean {
    // A clock that says so once is believed, whatever is heard of the lease afterwards.
    if (this.#clock() >= this.#until) this.end()
    return this.#until === -Infinity
  }

  renew(until: number): void {
    if (!this.isExpired()) this.#until = until
  }

  end(): void {
    this.#until = -Infinity
  }
}
