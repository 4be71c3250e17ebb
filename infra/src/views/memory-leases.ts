import type { Clock } from '../clock.ts'
import { nameOf } from './memory-builds.ts'
import { Fenced, type Lease, type Presence, type ViewKey } from './views.ts'

type Held = { owner: string; fence: number; until: number }

/** Who may feed which view, and who is there to do so, in the memory of one process. */
export class MemoryLeases {
  readonly #clock: Clock
  readonly #held = new Map<string, Held>()
  readonly #present = new Map<string, { presence: Presence; until: number }>()
  #lastFence = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  lead({ name, version }: ViewKey, owner: string, forMs: number): Lease | undefined {
    const view = { name, version }
    const before = this.#current(view)
    if (before && before.owner !== owner) return undefined
    const fence = before?.fence ?? ++this.#lastFence
    this.#held.set(nameOf(view), { owner, fence, until: this.#clock() + forMs })
    return { view, owner, fence }
  }

  resign(lease: Lease): void {
    if (this.#isHolder(lease)) this.#held.delete(nameOf(lease.view))
  }

  attend(presence: Presence, forMs: number): Presence[] {
    const now = this.#clock()
    this.#present.set(presence.owner, { presence, until: now + forMs })
    for (const [owner, { until }] of this.#present) if (until <= now) this.#present.delete(owner)
    return [...this.#present.values()].map((one) => one.presence)
  }

  /** Throws `Fenced` unless this lease is the last that was taken; without a lease, while anybody has one. */
  check(view: ViewKey, lease: Lease | undefined): void {
    if (lease ? !this.#isHolder(lease) : this.#current(view)) throw new Fenced(view)
  }

  #isHolder({ view, owner, fence }: Lease): boolean {
    const held = this.#held.get(nameOf(view))
    return held?.owner === owner && held.fence === fence
  }

  #current(view: ViewKey): Held | undefined {
    const held = this.#held.get(nameOf(view))
    return held && held.until > this.#clock() ? held : undefined
  }
}
