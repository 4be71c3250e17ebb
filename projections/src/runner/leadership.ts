// Competes for the lead of the projections. The leader renews a lease for each read model that it runs, whose fence is in each commit.

import { pause } from '@thirty/infra/scheduler.ts'
import type { Lease, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { leaseDurationMs, ProjectionLease } from './lease.ts'
import type { ProjectionRunner } from './projection-runner.ts'

/** How often a lease is renewed, or requested while another process holds it. */
const renewIntervalMs = 1_000
/** The lease expires here this much earlier than in the store, because clocks drift. */
const clockSkewMs = 300

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepReplacedMs = 600_000

export class Leadership {
  readonly #runner: ProjectionRunner
  readonly #owner: string
  readonly #leadName: string | undefined
  /** The leases of the read models that this process runs, by name. */
  readonly #led = new Map<string, ProjectionLease>()
  /** Aborted when the next round must not wait. */
  #soon = new AbortController()
  #lead: Lease | undefined
  #isUnavailable = false

  /**
   * `runner` runs the projections that this process leads. Of the processes with the name `release`, one leads: it runs every read model that
   * no other process runs; in an upgrade, the leader of each release does. When missing, this process takes its read models over from their
   * leader.
   */
  constructor(runner: ProjectionRunner, owner: string, release: string | undefined) {
    this.#runner = runner
    this.#owner = owner
    this.#leadName = release
  }

  /** Renews leases until the runner is stopped, and then hands everything over. */
  async run(): Promise<void> {
    const { retryPolicy, scheduler, monotonic } = this.#runner.parts
    while (!retryPolicy.stopped.aborted) {
      const since = monotonic()
      this.#soon = new AbortController()
      await this.#tryRound()
      const restMs = Math.max(since + renewIntervalMs - monotonic(), 0)
      await pause(scheduler, restMs, AbortSignal.any([this.#soon.signal, retryPolicy.stopped]))
    }
    await this.#leave()
  }

  /** Begins the next round at once. To be called when this process can build more read models. */
  runSoon(): void {
    this.#soon.abort()
  }

  /** Stops a read model after its current step and releases its lease, so that the next leader can start at once. */
  async handOver({ name }: ReadModelKey): Promise<void> {
    await this.#handOver(this.#led.get(name))
  }

  async #tryRound(): Promise<void> {
    try {
      await this.#round()
      this.#isUnavailable = false
    } catch (error) {
      // Reported once, not every second of an outage.
      if (!this.#isUnavailable) this.#runner.parts.retryPolicy.report({ error, isParked: false })
      this.#isUnavailable = true
    }
    for (const lease of this.#led.values()) if (!lease.handingOver && lease.isExpired()) this.#lose(lease)
  }

  async #round(): Promise<void> {
    const runner = this.#runner
    const leading = this.#acquireLead()
    // What is led is renewed beside the lead, not after it: slow answers in a row would cost all leases at once. Fences keep two
    // leaders apart.
    const acquiring = runner.readModels().map(async (readModel) => {
      if (this.#led.has(readModel.name) || (await leading)) await this.#acquireOrRenew(readModel)
    })
    const [lead, ...others] = await Promise.allSettled([leading, runner.checkLiveBuilds(), ...acquiring])
    // Also when the lease of one read model failed.
    if (lead.status === 'fulfilled' && !lead.value)
      for (const lease of this.#led.values()) if (!lease.isExpired()) void this.#handOver(lease)
    for (const result of [lead, ...others]) if (result.status === 'rejected') throw result.reason
    runner.started()
    for (const lease of this.#led.values()) if (lease.isDue(keepReplacedMs)) void this.#dropReplaced(lease)
  }

  async #acquireLead(): Promise<boolean> {
    if (this.#leadName === undefined) return true
    const key = { name: this.#leadName, version: 0 }
    this.#lead = await this.#runner.parts.store.acquireLease(key, this.#owner, leaseDurationMs)
    return this.#lead !== undefined
  }

  async #acquireOrRenew(readModel: ReadModelKey): Promise<void> {
    const runner = this.#runner
    const { store, monotonic } = runner.parts
    const { name } = readModel
    if (this.#led.get(name)?.handingOver) return
    const validUntil = monotonic() + leaseDurationMs - clockSkewMs
    const takesOver = this.#leadName === undefined && !this.#led.has(name)
    const stored = await store.acquireLease(readModel, this.#owner, leaseDurationMs, takesOver)
    const led = this.#led.get(name)
    if (led && !led.isExpired() && led.storeLease.fence === stored?.fence) return led.renew(validUntil)
    if (led) this.#lose(led)
    if (!stored) return
    // It may have been removed before it was led.
    if (!runner.find(readModel)) return store.releaseLease(stored)
    const lease = new ProjectionLease(stored, validUntil, monotonic)
    this.#led.set(name, lease)
    runner.start(readModel, lease)
  }

  async #handOver(lease: ProjectionLease | undefined): Promise<void> {
    if (lease) await (lease.handingOver ??= this.#release(lease))
  }

  async #release(lease: ProjectionLease): Promise<void> {
    const { store, retryPolicy } = this.#runner.parts
    const { readModel } = lease.storeLease
    try {
      await this.#runner.stopGracefully(readModel)
      lease.end()
      await store.releaseLease(lease.storeLease)
    } catch (error) {
      retryPolicy.report({ projection: readModel.name, error, isParked: false })
    }
    this.#drop(lease)
  }

  #lose(lease: ProjectionLease): void {
    const projection = lease.storeLease.readModel.name
    const error = new Error('Its lease was lost or not renewed in time: the projection was stopped here.')
    this.#runner.parts.retryPolicy.report({ projection, error, isParked: false })
    this.#drop(lease)
  }

  #drop(lease: ProjectionLease): void {
    const { readModel } = lease.storeLease
    lease.end()
    if (this.#led.get(readModel.name) !== lease) return
    this.#led.delete(readModel.name)
    this.#runner.stopImmediately(readModel)
  }

  /** Drops older versions of a read model, and read models that it replaced, once it is live. */
  async #dropReplaced(lease: ProjectionLease): Promise<void> {
    const { store } = this.#runner.parts
    const { readModel } = lease.storeLease
    const dropAll = async () => {
      if (!(await store.liveBuild(readModel))) return
      const older = { ...readModel, version: readModel.version - 1 }
      // A lease refuses other processes only.
      const replaced = (this.#runner.find(readModel)?.replaced?.() ?? []).filter(
        ({ name }) => !this.#led.has(name),
      )
      for (const { name, version } of [older, ...replaced])
        for (let each = version; each > 0; each--) await this.#dropUnlessBuilt({ name, version: each })
    }
    await this.#orReport(dropAll())
  }

  /** Drops a read model unless another process still builds it: the lease of that process prevents the drop. */
  async #dropUnlessBuilt(readModel: ReadModelKey): Promise<void> {
    const { store } = this.#runner.parts
    if (!(await store.liveBuild(readModel))) return
    const lease = await store.acquireLease(readModel, this.#owner, leaseDurationMs)
    if (!lease) return
    await store.drop(readModel)
    await store.releaseLease(lease)
  }

  /** The next leader need not wait for the slowest read model: it gets each one as its lease is released. */
  async #leave(): Promise<void> {
    const lead = this.#lead
    await Promise.all([
      lead && this.#orReport(this.#runner.parts.store.releaseLease(lead)),
      ...[...this.#led.values()].map((lease) => this.#handOver(lease)),
    ])
  }

  async #orReport(done: Promise<unknown>): Promise<void> {
    await done.catch((error: unknown) => this.#runner.parts.retryPolicy.report({ error, isParked: false }))
  }
}
