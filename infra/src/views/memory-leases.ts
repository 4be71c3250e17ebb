import type { Clock } from '../clock.ts'
import { nameOf } from './memory-builds.ts'
import { Fenced, type Lease, type ViewKey } from './views.ts'

type Held = { owner: string; fence: number; until: number }

/** Who may feed which view, in the memory of one process. */
export class MemoryLeases {
  readonly #clock: Clock
  readonly #held = new Map<string, Held>()
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
