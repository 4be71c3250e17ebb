import type { Clock } from '@thirty/infra/clock.ts'
import type { Lease } from '@thirty/infra/views/views.ts'

/** A lease, for as long as nobody else can have it by our own clock. Once it is over it stays over. */
export class Hold {
  readonly lease: Lease
  readonly #clock: Clock
  #until: number

  constructor(lease: Lease, until: number, clock: Clock) {
    this.lease = lease
    this.#until = until
    this.#clock = clock
  }

  isOver(): boolean {
    // A clock that says so once is believed, whatever is heard of the lease afterwards.
    if (this.#clock() >= this.#until) this.end()
    return this.#until === -Infinity
  }

  renew(until: number): void {
    if (!this.isOver()) this.#until = until
  }

  end(): void {
    this.#until = -Infinity
  }
}
