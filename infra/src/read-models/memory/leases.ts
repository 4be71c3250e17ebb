import type { Clock } from '../../clock.ts'
import { readModelName } from './builds.ts'
import { Fenced, type Lease, type WorkerPresence, type ReadModelKey } from '../read-models.ts'

type HeldLease = { owner: string; fence: number; until: number }

/** Leases of read models and the running workers, in the memory of one process. */
export class MemoryLeases {
  readonly #clock: Clock
  readonly #held = new Map<string, HeldLease>()
  readonly #workers = new Map<string, { presence: WorkerPresence; until: number }>()
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

  announceWorker(presence: WorkerPresence, forMs: number): WorkerPresence[] {
    const now = this.#clock()
    this.#workers.set(presence.owner, { presence, until: now + forMs })
    for (const [owner, { until }] of this.#workers) if (until <= now) this.#workers.delete(owner)
    return [...this.#workers.values()].map((entry) => entry.presence)
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
