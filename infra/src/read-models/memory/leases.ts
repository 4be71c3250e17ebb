import type { Clock } from '../../clock.ts'
import { readModelName } from './builds.ts'
import { Fenced, type Lease, type ReadModelKey } from '../read-models.ts'

type HeldLease = { owner: string; fence: number; until: number }

/** Leases of read models, in the memory of one process. */
export class MemoryLeases {
  readonly #clock: Clock
  readonly #held = new Map<string, HeldLease>()
  #lastFence = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  acquireLease(
    { name, version }: ReadModelKey,
    owner: string,
    forMs: number,
    takesOver = false,
  ): Lease | undefined {
    const readModel = { name, version }
    const before = this.#current(readModel)
    const isOwn = before?.owner === owner
    if (before && !isOwn && !takesOver) return undefined
    const fence = before && isOwn ? before.fence : ++this.#lastFence
    this.#held.set(readModelName(readModel), { owner, fence, until: this.#clock() + forMs })
    return { readModel, owner, fence }
  }

  releaseLease(lease: Lease): void {
    if (this.#isHolder(lease)) this.#held.delete(readModelName(lease.readModel))
  }

  /** Throws `Fenced` unless this lease is the latest. Without a lease, throws while any owner holds one. */
  requireValidLease(readModel: ReadModelKey, lease: Lease | undefined): void {
    if (lease ? !this.#isHolder(lease) : this.#current(readModel)) throw new Fenced(readModel)
  }

  #isHolder({ readModel, owner, fence }: Lease): boolean {
    const held = this.#held.get(readModelName(readModel))
    return held?.owner === owner && held.fence === fence
  }

  #current(readModel: ReadModelKey): HeldLease | undefined {
    const held = this.#held.get(readModelName(readModel))
    return held && held.until > this.#clock() ? held : undefined
  }
}
