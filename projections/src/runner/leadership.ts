import type { Clock } from '@thirty/infra/clock.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Care } from './care.ts'
import { Hold } from './hold.ts'
import { shareOf } from './shares.ts'

/** Milliseconds that a lease lasts; how often it is renewed, and asked for where somebody else has it. */
export const leaseFor = 3_000
const every = 1_000
/** Milliseconds by which we stop before a lease ends: clocks do not run alike. */
const margin = 300

export type LeadershipOptions = {
  store: Pick<ViewStore, 'attend' | 'lead' | 'live' | 'resign'>
  owner: string
  views: readonly ViewKey[]
  care: Care
  /** By which leases are measured; it is never set. */
  monotonic: Clock
  /** Feeds views that are led now. One that throws is asked again a second later. */
  feed(leading: readonly Leading[]): Promise<void>
  /** Where readers see a view that is fed, as far as is known here; `undefined` while they do not see it from here. */
  positionOf(view: ViewKey): bigint | undefined
  /** Ends the feeding in good order. */
  release(view: ViewKey): Promise<void>
  /** Ends the feeding at once: somebody else may feed already. */
  drop(view: ViewKey): void
}

/** A view to be fed, and by what right; without one where nobody else could feed it. */
export type Leading = { view: ViewKey; hold?: Hold }

/** One view, as it is led from here. */
type Post = { view: ViewKey; hold?: Hold; isFed: boolean; isLeaving: boolean }

/** Leads this process's share of the views, each under a lease, and hands over what others should have. */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #posts: readonly Post[]
  readonly #underWay = new Set<Promise<void>>()
  #isAway = false
  readonly #hasBegun: () => void
  /** Settles when everything that fell to this process in the first round is fed. */
  readonly begun: Promise<void>

  constructor(options: LeadershipOptions) {
    this.#options = options
    this.#posts = options.views.map((view) => ({ view, isFed: false, isLeaving: false }))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.begun = promise
    this.#hasBegun = resolve
  }

  /** Leads until it is stopped, and then hands everything over. */
  async run(): Promise<void> {
    const { care, monotonic } = this.#options
    while (!care.isStopped()) {
      const since = monotonic()
      await this.#tryRound()
      await care.pause(Math.max(since + every - monotonic(), 0))
    }
    await this.#leave()
  }

  async #tryRound(): Promise<void> {
    try {
      await this.#round()
      this.#isAway = false
    } catch (error) {
      // Once, not every second of an hour.
      if (!this.#isAway) this.#options.care.report({ error, isParked: false })
      this.#isAway = true
    }
    for (const post of this.#posts) if (!post.isLeaving && post.hold?.isOver()) this.#lose(post)
  }

  async #round(): Promise<void> {
    const { store, owner, views } = this.#options
    const present = await store.attend({ owner, views }, leaseFor)
    const share = shareOf(owner, present)
    const isOurs = (view: ViewKey) =>
      share.some((one) => one.name === view.name && one.version === view.version)
    await Promise.all(this.#posts.map((post) => this.#lead(post, isOurs(post.view))))
    const fresh = this.#posts.filter((post) => post.hold && !post.isFed && !post.isLeaving)
    if (fresh.length > 0) this.#track(this.#feed(fresh))
    else if (this.#underWay.size === 0) this.#hasBegun()
  }

  /** Takes or renews the lease of a view that is ours; hands over one that is not. */
  async #lead(post: Post, isOurs: boolean): Promise<void> {
    const { store, owner, monotonic } = this.#options
    if (post.isLeaving || (!post.hold && !isOurs)) return
    const until = monotonic() + leaseFor - margin
    const lease = await store.lead(post.view, owner, leaseFor)
    if (post.hold && post.hold.lease.fence !== lease?.fence) this.#lose(post)
    if (!lease) return
    if (post.hold?.isOver()) this.#drop(post)
    if (post.hold) post.hold.renew(until)
    else post.hold = new Hold(lease, until, monotonic)
    if (!isOurs) this.#track(this.#handOver(post, post.hold))
    else if (await this.#hasFallenBack(post)) this.#lose(post)
  }

  /**
   * Whether the store lost steps that it had taken, but not the lease: it came back quickly, from what it had written
   * down. Nobody else would notice before the next event. The view is fed anew, from where it is.
   */
  async #hasFallenBack({ view }: Post): Promise<boolean> {
    const position = this.#options.positionOf(view)
    if (position === undefined) return false
    const live = await this.#options.store.live(view)
    return live === undefined || live.checkpoint < position
  }

  async #feed(posts: readonly Post[]): Promise<void> {
    const leading = posts.flatMap(({ view, hold }) => (hold ? [{ view, hold }] : []))
    for (const post of posts) post.isFed = true
    try {
      await this.#options.feed(leading)
      this.#hasBegun()
    } catch (error) {
      this.#options.care.report({ error, isParked: false })
      // A post that was taken anew meanwhile is not meant.
      for (const post of posts) if (leading.some(({ hold }) => hold === post.hold)) post.isFed = false
    }
  }

  /** Lets the last step end, and the next leader begin at once. */
  async #handOver(post: Post, hold: Hold): Promise<void> {
    post.isLeaving = true
    try {
      if (post.isFed) await this.#options.release(post.view)
      hold.end()
      await this.#options.store.resign(hold.lease)
    } catch (error) {
      this.#options.care.report({ view: post.view.name, error, isParked: false })
    }
    post.isLeaving = false
    if (post.hold === hold) this.#drop(post)
  }

  #lose(post: Post): void {
    const error = new Error(
      'Its lease is lost, could not be renewed in time, or the store fell back: it is not fed from here now.',
    )
    this.#options.care.report({ view: post.view.name, error, isParked: false })
    this.#drop(post)
  }

  #drop(post: Post): void {
    post.hold?.end()
    delete post.hold
    post.isFed = false
    this.#options.drop(post.view)
  }

  async #leave(): Promise<void> {
    const { store, owner, views, care } = this.#options
    await Promise.all(this.#underWay)
    await Promise.all(this.#posts.flatMap((post) => (post.hold ? [this.#handOver(post, post.hold)] : [])))
    await store.attend({ owner, views }, 0).catch((error: unknown) => care.report({ error, isParked: false }))
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }
}
