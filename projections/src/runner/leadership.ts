import type { Clock } from '@thirty/infra/clock.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type {
  AnnouncedReadModel,
  Lease,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { dropReplacedLater } from './drop-replaced.ts'
import { leaseDurationMs, ProjectionLease, type Led } from './lease.ts'
import type { ProjectionRunner } from './projection-runner.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { Wakeup } from './wakeup.ts'

/** How often a lease is renewed, or requested while another process holds it. */
const renewIntervalMs = 1_000
/** The lease expires here by so much earlier than in the store, because clocks drift. */
const clockSkewMs = 300

export type LeadershipOptions = {
  store: ReadModelStore
  owner: string
  /**
   * One of the processes with this name leads. It runs every read model that no other process runs: in an upgrade, the leader of each
   * release. When missing, this process takes its read models over from their leader.
   */
  release: string | undefined
  /** Runs the projections that this process leads. */
  runner: Pick<
    ProjectionRunner,
    'find' | 'findWorker' | 'readModels' | 'start' | 'stopGracefully' | 'stopImmediately'
  >
  /** How far this process is with builds that readers do not see yet. */
  unfinishedBuilds(): readonly AnnouncedReadModel[]
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Measures leases; must not be adjustable. */
  monotonic: Clock
  /** Called after each round in which the store answered everything. */
  onStarted(): void
}

/** Competes for the lead of the projections. The leader renews a lease for each read model that it runs, whose fence is in each commit. */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #led = new Map<string, Led>()
  readonly #handingOver = new Map<string, Promise<void>>()
  readonly #wakeup = new Wakeup()
  #lead: Lease | undefined
  #isUnavailable = false
  /** Whether the next round must not wait. */
  #isRoundWanted = false

  constructor(options: LeadershipOptions) {
    this.#options = options
  }

  /** Renews leases until the runner is stopped, and then hands everything over. */
  async run(): Promise<void> {
    const { retryPolicy, monotonic } = this.#options
    while (!retryPolicy.isStopped()) {
      const since = monotonic()
      this.#isRoundWanted = false
      await this.#tryRound()
      if (!this.#isRoundWanted) await this.#pause(Math.max(since + renewIntervalMs - monotonic(), 0))
    }
    await this.#leave()
  }

  /** Begins the next round at once. To be called when this process can build more read models. */
  runSoon(): void {
    this.#isRoundWanted = true
    this.#wakeup.notify()
  }

  /** Stops read models after their current step and releases their leases, so that the next leader can start at once. */
  async handOver(readModels: readonly ReadModelKey[]): Promise<void> {
    await Promise.all(readModels.map(({ name }) => this.#handOver(name)))
  }

  async #pause(milliseconds: number): Promise<void> {
    const { retryPolicy, scheduler } = this.#options
    await Promise.race([retryPolicy.pause(milliseconds), this.#wakeup.waitAtMost(milliseconds, scheduler)])
  }

  async #tryRound(): Promise<void> {
    try {
      await this.#round()
      this.#isUnavailable = false
    } catch (error) {
      // Reported once, not every second of an outage.
      if (!this.#isUnavailable) this.#options.retryPolicy.report({ error, isParked: false })
      this.#isUnavailable = true
    }
    for (const [name, led] of this.#led)
      if (!this.#handingOver.has(name) && led.lease.isExpired()) this.#lose(led)
  }

  async #round(): Promise<void> {
    const { runner, onStarted } = this.#options
    const leading = this.#acquireLead()
    // What is led is renewed beside the lead, not after it: slow answers in a row would cost all leases at once. Fences keep two
    // leaders apart.
    const acquiring = runner
      .readModels()
      .map(async (readModel) =>
        this.#led.has(readModel.name) || (await leading) ? this.#acquireOrRenew(readModel) : undefined,
      )
    const [lead, ...results] = await Promise.allSettled([leading, ...acquiring])
    // Also when the lease of another read model failed.
    for (const result of results) if (result.status === 'fulfilled' && result.value) this.#start(result.value)
    if (lead.status === 'fulfilled') {
      if (lead.value) void this.#announce(leaseDurationMs)
      else for (const [name, { lease }] of this.#led) if (!lease.isExpired()) void this.#handOver(name)
    }
    for (const result of [lead, ...results]) if (result.status === 'rejected') throw result.reason
    onStarted()
  }

  #start(led: Led): void {
    const { runner } = this.#options
    runner.start(led.readModel, led.lease)
    const replacedBy = () => {
      const registered = runner.find(led.readModel)
      const replaced = [...(registered?.projection.replaces ?? []), ...(registered?.replaced?.() ?? [])]
      // A lease refuses other processes only.
      return replaced.filter(({ name }) => !this.#led.has(name))
    }
    void dropReplacedLater(led, { ...this.#options, replacedBy })
  }

  async #acquireLead(): Promise<boolean> {
    const { store, owner, release } = this.#options
    if (release === undefined) return true
    this.#lead = await store.acquireLease({ name: release, version: 0 }, owner, leaseDurationMs)
    return this.#lead !== undefined
  }

  /** Returns the read model if it is led from now on. */
  async #acquireOrRenew(readModel: ReadModelKey): Promise<Led | undefined> {
    const { store, owner, monotonic, release, runner } = this.#options
    if (this.#handingOver.has(readModel.name)) return undefined
    const validUntil = monotonic() + leaseDurationMs - clockSkewMs
    const takesOver = release === undefined && !this.#led.has(readModel.name)
    const lease = await store.acquireLease(readModel, owner, leaseDurationMs, takesOver)
    let led = this.#led.get(readModel.name)
    if (led && (led.lease.isExpired() || led.lease.storeLease.fence !== lease?.fence)) {
      this.#lose(led)
      led = undefined
    }
    if (!lease) return undefined
    if (led) {
      led.lease.renew(validUntil)
      if (await this.#mustStartAnew(readModel)) this.#lose(led)
      return undefined
    }
    if (!runner.find(readModel)) {
      // It was removed before it was led.
      await store.releaseLease(lease)
      return undefined
    }
    const added = { readModel, lease: new ProjectionLease(lease, validUntil, monotonic) }
    this.#led.set(readModel.name, added)
    return added
  }

  /**
   * Whether the worker cannot go on with its live build: the store restarted from an older state and lost steps or the
   * build, but not the lease; or the build is of an older epoch. Without this check it would only be noticed with the next
   * event, or never. The worker is then started again.
   */
  async #mustStartAnew(readModel: ReadModelKey): Promise<boolean> {
    const { runner, store } = this.#options
    const worker = runner.findWorker(readModel.name)
    if (!worker?.isLive) return false
    const position = worker.position()
    const live = await store.liveBuild(readModel)
    return live === undefined || live.checkpoint < position || live.outdatedSince !== undefined
  }

  #handOver(name: string): Promise<void> {
    const led = this.#led.get(name)
    const done = this.#handingOver.get(name) ?? (led ? this.#release(led) : Promise.resolve())
    this.#handingOver.set(name, done)
    return done.finally(() => this.#handingOver.delete(name))
  }

  async #release(led: Led): Promise<void> {
    const { store, retryPolicy, runner } = this.#options
    try {
      await runner.stopGracefully(led.readModel)
      led.lease.end()
      await store.releaseLease(led.lease.storeLease)
    } catch (error) {
      retryPolicy.report({ projection: led.readModel.name, error, isParked: false })
    }
    this.#drop(led)
  }

  #lose(led: Led): void {
    const error = new Error(
      'Its lease was lost or not renewed in time, or its build is no longer in the store or out of date: the projection was stopped here.',
    )
    this.#options.retryPolicy.report({ projection: led.readModel.name, error, isParked: false })
    this.#drop(led)
  }

  #drop(led: Led): void {
    led.lease.end()
    if (this.#led.get(led.readModel.name) !== led) return
    this.#led.delete(led.readModel.name)
    this.#options.runner.stopImmediately(led.readModel)
  }

  async #announce(forMs: number): Promise<void> {
    const { store, owner, unfinishedBuilds } = this.#options
    await this.#orReport(store.announceWorker({ owner, readModels: unfinishedBuilds() }, forMs))
  }

  /** The next leader need not wait for the slowest read model: it gets each one as its lease is released. */
  async #leave(): Promise<void> {
    const lead = this.#lead
    await Promise.all([
      lead && this.#orReport(this.#options.store.releaseLease(lead)),
      this.handOver([...this.#led.values()].map(({ readModel }) => readModel)),
      this.#announce(0),
    ])
  }

  async #orReport(done: Promise<unknown>): Promise<void> {
    await done.catch((error: unknown) => this.#options.retryPolicy.report({ error, isParked: false }))
  }
}
