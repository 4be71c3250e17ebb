import type { Clock } from '../../clock.ts'
import { readModelName } from './builds.ts'
import { Fenced, type Lease, type WorkerPresence, type ReadModelKey } from '../read-models.ts'

type Held = { owner: string; fence: number; until: number }

/** Who may feed which view, and who is there to do so, in the memory of one process. */
export class MemoryLeases {
  readonly #clock: Clock
  readonly #held = new Map<string, Held>()
  readonly #present = new Map<string, { presence: WorkerPresence; until: number }>()
  #lastFence = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  acquireLease({ name, version }: ReadModelKey, owner: string, forMs: number): Lease | undefined {
    const view = { name, version }
    const before = this.#current(view)
    if (before && before.owner !== owner) return undefined
    const fence = before?.fence ?? ++this.#lastFence
    this.#held.set(readModelName(view), { owner, fence, until: this.#clock() + forMs })
    return { readModel: view, owner, fence }
  }

  releaseLease(lease: Lease): void {
    if (this.#isHolder(lease)) this.#held.delete(readModelName(lease.readModel))
  }

  announceWorker(presence: WorkerPresence, forMs: number): WorkerPresence[] {
    const now = this.#clock()
    this.#present.set(presence.owner, { presence, until: now + forMs })
    for (const [owner, { until }] of this.#present) if (until <= now) this.#present.delete(owner)
    return [...this.#present.values()].map((one) => one.presence)
  }

  /** Throws `Fenced` unless this lease is the last that was taken; without a lease, while anybody has one. */
  requireValidLease(view: ReadModelKey, lease: Lease | undefined): void {
    if (lease ? !this.#isHolder(lease) : this.#current(view)) throw new Fenced(view)
  }

  #isHolder({ readModel: view, owner, fence }: Lease): boolean {
    const held = this.#held.get(readModelName(view))
    return held?.owner === owner && held.fence === fence
  }

  #current(view: ReadModelKey): Held | undefined {
    const held = this.#held.get(readModelName(view))
    return held && held.until > this.#clock() ? held : undefined
  }
}
