// Runs projections over the log in this process: alone, or as one of several that compete for the lead.

import { createHash, randomUUID } from 'node:crypto'
import type { ReadModelKey, Lease } from '@thirty/infra/read-models/read-models.ts'
import { pause } from '@thirty/infra/scheduler.ts'
import { keyOf } from '../registered-projection.ts'
import {
  ProjectionRunner,
  type AddedProjection,
  type Leadership,
  type StartProjectionsOptions,
} from './projection-runner.ts'
import type { ProjectionWorker } from './projection-worker.ts'

/**
 * The options for a store that processes share, such as Redis: it blocks all its users during a step. A document needs about 1.4
 * kilobytes in memory, so a rebuild needs up to 280 MB more than the product otherwise (`build-buffer.ts`).
 */
export const sharedStoreOptions = { batch: 250, maxBufferedDocuments: 200_000 }

/** The projections that run in this process. */
export type RunningProjections = Pick<
  ProjectionRunner,
  'ready' | 'positions' | 'rebuild' | 'add' | 'remove' | 'stop'
>

/** Runs projections over the log. Events before the activation of a build are not published as live updates. */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { shared } = options
  return new ProjectionRunner(
    options,
    shared && ((runner) => leadership(runner, shared.owner ?? randomUUID(), shared.release)),
  )
}

/** Returns the name of a release by what it can build. */
export const releaseOf = (readModels: readonly ReadModelKey[]): string => {
  const names = readModels.map(({ name, version }) => `${name} v${version}`)
  return `leader-${createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 16)}`
}

/** How long a lease lasts. */
const leaseDurationMs = 3_000
/** How often a lease is renewed, or requested while another process holds it. */
const renewIntervalMs = 1_000
/** The lease expires here this much earlier than in the store, because clocks drift. */
const clockSkewMs = 300

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepReplacedMs = 600_000

/**
 * Competes for the lead of the projections. The leader renews a lease for each read model that it runs, whose fence is in each commit.
 * `runner` runs the projections that this process leads. Of the processes with the name `release`, one leads: it runs every read model that
 * no other process runs; in an upgrade, the leader of each release does. When missing, this process takes its read models over from their
 * leader.
 */
function leadership(runner: ProjectionRunner, owner: string, release: string | undefined): Leadership {
  const { added, workers } = runner
  const { retryPolicy, scheduler, monotonic, store } = runner.parts
  /** When what the projection of a worker replaced may be dropped next. */
  const dropsAt = new WeakMap<object, number>()
  /** Aborted when the next round must not wait. */
  let soon = new AbortController()
  let lead: Lease | undefined
  let isUnavailable = false

  const run = async (): Promise<void> => {
    while (!retryPolicy.stopped.aborted) {
      const since = monotonic()
      soon = new AbortController()
      await round().then(
        () => (isUnavailable = false),
        (error: unknown) => {
          // Reported once, not every second of an outage.
          if (!isUnavailable) retryPolicy.report({ error, isParked: false })
          isUnavailable = true
        },
      )
      for (const worker of workers.values())
        if (worker.isStopped() && !worker.isStopRequested) runner.end(worker)
      const restMs = Math.max(since + renewIntervalMs - monotonic(), 0)
      await pause(scheduler, restMs, AbortSignal.any([soon.signal, retryPolicy.stopped]))
    }
    // The next leader need not wait for the slowest read model: each worker releases its lease.
    if (lead) await orReport(store.releaseLease(lead))
  }

  const round = async (): Promise<void> => {
    const leading = acquireLead()
    // What is led is renewed beside the lead, not after it: slow answers in a row would cost all leases at once. Fences keep two
    // leaders apart.
    const acquiring = [...added].map(async ([name, one]) => {
      const worker = workers.get(name)
      // Another worker of a projection that was removed and added again would share its lease.
      if (worker?.isStopRequested) return
      if (worker || (await leading)) await acquireOrRenew(one, worker)
    })
    const [isLeader, ...others] = await Promise.allSettled([leading, runner.checkLiveBuilds(), ...acquiring])
    // Also when the lease of one read model failed.
    if (isLeader.status === 'fulfilled' && !isLeader.value)
      for (const worker of workers.values()) if (!worker.isStopped()) void worker.stop()
    for (const result of [isLeader, ...others]) if (result.status === 'rejected') throw result.reason
    for (const worker of workers.values()) void orReport(dropReplaced(worker))
  }

  const acquireLead = async (): Promise<boolean> => {
    if (release === undefined) return true
    lead = await store.acquireLease({ name: release, version: 0 }, owner, leaseDurationMs)
    return lead !== undefined
  }

  const acquireOrRenew = async (one: AddedProjection, worker?: ProjectionWorker): Promise<void> => {
    const readModel = keyOf(one.registered.projection)
    const validUntil = monotonic() + leaseDurationMs - clockSkewMs
    const takesOver = release === undefined && !worker
    const stored = await store.acquireLease(readModel, owner, leaseDurationMs, takesOver)
    if (worker?.renew(stored, validUntil)) return
    if (worker) runner.end(worker)
    if (!stored) return
    // It may have been removed before it was led.
    if (added.get(readModel.name) !== one) return store.releaseLease(stored)
    runner.start(one, { stored, validUntil })
  }

  /** Drops older versions of a read model, and read models that it replaced, when it has been led for ten minutes and is live. */
  const dropReplaced = async (worker: ProjectionWorker): Promise<void> => {
    const dueAt = dropsAt.get(worker) ?? monotonic() + keepReplacedMs
    const isDue = monotonic() >= dueAt
    dropsAt.set(worker, isDue ? monotonic() + keepReplacedMs : dueAt)
    const { name, version } = worker.readModel
    if (!isDue || !(await store.liveBuild({ name, version }))) return
    // A lease refuses other processes only.
    const replaced = (added.get(name)?.registered.replaced?.() ?? []).filter((key) => !workers.has(key.name))
    for (const one of [{ name, version: version - 1 }, ...replaced])
      for (let each = one.version; each > 0; each--) await dropUnlessBuilt({ name: one.name, version: each })
  }

  /** Drops a read model unless another process still builds it: the lease of that process prevents the drop. */
  const dropUnlessBuilt = async (readModel: ReadModelKey): Promise<void> => {
    if (!(await store.liveBuild(readModel))) return
    const lease = await store.acquireLease(readModel, owner, leaseDurationMs)
    if (!lease) return
    await store.drop(readModel)
    await store.releaseLease(lease)
  }

  const orReport = (done: Promise<unknown>): Promise<unknown> =>
    done.catch((error: unknown) => retryPolicy.report({ error, isParked: false }))

  return { run, runSoon: () => soon.abort() }
}
