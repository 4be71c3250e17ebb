import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { ProjectionLease } from './lease.ts'
import { assignedReadModels } from './assigned-read-models.ts'

/** Milliseconds that a lease lasts; how often it is renewed, and asked for where somebody else has it. */
export const leaseDurationMs = 3_000
const every = 1_000
/** Milliseconds by which we stop before a lease ends: clocks do not run alike. */
const margin = 300

export type LeaseCoordinatorOptions = {
  store: Pick<ReadModelStore, 'announceWorker' | 'acquireLease' | 'liveBuild' | 'releaseLease'>
  owner: string
  readModels: readonly ReadModelKey[]
  retryPolicy: RetryPolicy
  /** By which leases are measured; it is never set. */
  monotonic: Clock
  /** Feeds views that are led now. One that throws is asked again a second later. */
  startWorkers(leading: readonly AssignedReadModel[]): Promise<void>
  /** Where readers see a view that is fed, as far as is known here; `undefined` while they do not see it from here. */
  positionOf(view: ReadModelKey): bigint | undefined
  /** Ends the feeding in good order. */
  stopGracefully(view: ReadModelKey): Promise<void>
  /** Ends the feeding at once: somebody else may feed already. */
  stopImmediately(view: ReadModelKey): void
}

/** A view to be fed, and by what right; without one where nobody else could feed it. */
export type AssignedReadModel = { readModel: ReadModelKey; lease?: ProjectionLease }

/** One view, as it is led from here. */
type Post = { view: ReadModelKey; hold?: ProjectionLease; isFed: boolean; isLeaving: boolean }

/** Leads this process's share of the views, each under a lease, and hands over what others should have. */
export class LeaseCoordinator {
  readonly #options: LeaseCoordinatorOptions
  readonly #posts: readonly Post[]
  readonly #underWay = new Set<Promise<void>>()
  #isAway = false
  readonly #hasBegun: () => void
  /** Settles when everything that fell to this process in the first round is fed. */
  readonly started: Promise<void>

  constructor(options: LeaseCoordinatorOptions) {
    this.#options = options
    this.#posts = options.readModels.map((view) => ({ view, isFed: false, isLeaving: false }))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.started = promise
    this.#hasBegun = resolve
  }

  /** Leads until it is stopped, and then hands everything over. */
  async run(): Promise<void> {
    const { retryPolicy: care, monotonic } = this.#options
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
      if (!this.#isAway) this.#options.retryPolicy.report({ error, isParked: false })
      this.#isAway = true
    }
    for (const post of this.#posts) if (!post.isLeaving && post.hold?.isExpired()) this.#lose(post)
  }

  async #round(): Promise<void> {
    const { store, owner, readModels: views } = this.#options
    const present = await store.announceWorker({ owner, readModels: views }, leaseDurationMs)
    const share = assignedReadModels(owner, present)
    const isOurs = (view: ReadModelKey) =>
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
    const until = monotonic() + leaseDurationMs - margin
    const lease = await store.acquireLease(post.view, owner, leaseDurationMs)
    if (post.hold && post.hold.storeLease.fence !== lease?.fence) this.#lose(post)
    if (!lease) return
    if (post.hold?.isExpired()) this.#drop(post)
    if (post.hold) post.hold.renew(until)
    else post.hold = new ProjectionLease(lease, until, monotonic)
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
    const live = await this.#options.store.liveBuild(view)
    return live === undefined || live.checkpoint < position
  }

  async #feed(posts: readonly Post[]): Promise<void> {
    const leading = posts.flatMap(({ view, hold }) => (hold ? [{ readModel: view, lease: hold }] : []))
    for (const post of posts) post.isFed = true
    try {
      await this.#options.startWorkers(leading)
      this.#hasBegun()
    } catch (error) {
      this.#options.retryPolicy.report({ error, isParked: false })
      // A post that was taken anew meanwhile is not meant.
      for (const post of posts) if (leading.some(({ lease }) => lease === post.hold)) post.isFed = false
    }
  }

  /** Lets the last step end, and the next leader begin at once. */
  async #handOver(post: Post, hold: ProjectionLease): Promise<void> {
    post.isLeaving = true
    try {
      if (post.isFed) await this.#options.stopGracefully(post.view)
      hold.end()
      await this.#options.store.releaseLease(hold.storeLease)
    } catch (error) {
      this.#options.retryPolicy.report({ projection: post.view.name, error, isParked: false })
    }
    post.isLeaving = false
    if (post.hold === hold) this.#drop(post)
  }

  #lose(post: Post): void {
    const error = new Error(
      'Its lease is lost, could not be renewed in time, or the store fell back: it is not fed from here now.',
    )
    this.#options.retryPolicy.report({ projection: post.view.name, error, isParked: false })
    this.#drop(post)
  }

  #drop(post: Post): void {
    post.hold?.end()
    delete post.hold
    post.isFed = false
    this.#options.stopImmediately(post.view)
  }

  async #leave(): Promise<void> {
    const { store, owner, readModels: views, retryPolicy: care } = this.#options
    await Promise.all(this.#underWay)
    await Promise.all(this.#posts.flatMap((post) => (post.hold ? [this.#handOver(post, post.hold)] : [])))
    await store
      .announceWorker({ owner, readModels: views }, 0)
      .catch((error: unknown) => care.report({ error, isParked: false }))
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }
}
