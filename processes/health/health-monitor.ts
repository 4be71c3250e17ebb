// Monitors the lag of the read models and the availability of the stores, for `/readyz`, `/metrics` and sessions.

import type { ReadModelStatus } from '@thirty/contracts/operations/health-api.ts'
import { repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Health } from '@thirty/infra/http/operator-routes.ts'
import { lagTracker, type Lag } from '@thirty/infra/metrics/lag-tracker.ts'
import type { Metrics } from '@thirty/infra/metrics/metrics.ts'
import type { ReadModelPosition } from '@thirty/projections/runner/progress.ts'
import type { StorageWatch } from './storage-watch.ts'
import {
  StoreUnavailable,
  type LiveBuild,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** A projection that this process runs. */
export type RunningProjection = Pick<ReadModelPosition, 'readModel' | 'parked'>

/**
 * A read model at a check: its live build, and the projection that makes it in this process. `lateSince` (ms) is set while it is late: the
 * time of the oldest event that it does not show.
 */
type Checked = {
  readModel: ReadModelKey
  build: Build | undefined
  lag: Lag
  running: RunningProjection | undefined
  lateSince?: number
}

export type HealthMonitorOptions = {
  log: Pick<EventLog, 'head' | 'readAll'>
  store: Pick<ReadModelStore, 'liveBuild'>
  /** The read models that this process needs now. */
  readModels: () => readonly ReadModelKey[]
  /** Read models of a run that is not shown yet, and what keeps that run from being shown, make no process unready. */
  runSwitch: { building(): readonly ReadModelKey[]; problem(): string | undefined }
  /** The projections that run in this process; none in a web process. */
  positions(): readonly RunningProjection[]
  /**
   * Whether all processes share the read models. Their problems are then warnings and do not make this process unready:
   * other processes have the same problems, and commands work without read models.
   */
  isShared: boolean
  /** Of the projections that run in this process. What it found and could not heal, one sentence each, makes no process unready. */
  selfCheck: { problems(): readonly string[] } | undefined
  /** Whether anything can be stored. A problem makes no process unready, because reads work. */
  storage: Pick<StorageWatch, 'check' | 'problem'>
  /** Milliseconds that a read model may lag. */
  allowedLagMs: number
  /** Names of the log and the store, for messages. */
  adapterNames: { log: string; store: string }
  metrics: Metrics
  scheduler?: Scheduler
}

export type HealthMonitor = ReturnType<typeof monitorHealth>

const intervalMs = 1_000
/** After more milliseconds without the end of the log, the age of the events in between is not known: a single check may fail. */
const maxGapMs = 2_500
const none: readonly Checked[] = []

export function monitorHealth(options: HealthMonitorOptions) {
  const { log, store, runSwitch, isShared, allowedLagMs, adapterNames, metrics } = options
  const { scheduler = systemScheduler } = options
  const { monotonic } = scheduler
  const lag = lagTracker(monotonic)
  const state = { isLogUnavailable: false, isStoreUnavailable: false, wasReady: false, hasChecked: false }
  /** The read models of the last check: those of the shown run, those of them that are late, and all. */
  let [shown, late, all] = [none, none, none]
  /** The end of the log when it was first read, or read again after a time: how old the events before it are is not known. */
  let unknownBefore = beginning
  /** When the last check began that has ended, and the last one that has read the end of the log. */
  let [checkedAt, headReadAt] = [-Infinity, -Infinity]

  const check = async (): Promise<void> => {
    const startedAt = monotonic()
    const [needed, unshown] = [options.readModels(), runSwitch.building()]
    const readModels = [...needed, ...unshown]
    const found = await Promise.allSettled(readModels.map((readModel) => store.liveBuild(readModel)))
    // Read after the checkpoints: only a log that was put back can then end before one of them.
    const [head] = await Promise.allSettled([log.head(), options.storage.check()])
    state.isLogUnavailable = head.status === 'rejected'
    state.isStoreUnavailable = found.some(
      (result) => result.status === 'rejected' && result.reason instanceof StoreUnavailable,
    )
    const knownHead = head.status === 'fulfilled' ? head.value : undefined
    const previous = new Map(all.map((one) => [one.readModel.name, one.build]))
    const builds = found.map((result, index) => {
      const before = previous.get(readModels[index]?.name ?? '')
      return result.status === 'rejected' ? before : observe(result.value, before, knownHead, scheduler.now())
    })
    if (knownHead !== undefined) {
      lag.observeHead(knownHead, slowest(builds.slice(0, needed.length).map(positionOf)))
      if (startedAt - headReadAt > maxGapMs || knownHead < unknownBefore) unknownBefore = knownHead
      headReadAt = startedAt
    }
    const running = new Map(options.positions().map((one) => [one.readModel.name, one]))
    const checked = await Promise.all(
      readModels.map((readModel, index) => describe(readModel, builds[index], running.get(readModel.name))),
    )
    forgetCounters(all, readModels)
    all = checked
    shown = checked.slice(0, needed.length)
    late = shown.filter(({ lateSince }) => lateSince !== undefined)
    checkedAt = startedAt
    state.hasChecked = true
    updateMetrics()
  }

  const describe = async (
    readModel: ReadModelKey,
    build: Build | undefined,
    running: RunningProjection | undefined,
  ): Promise<Checked> => {
    const now = scheduler.now()
    const { positions, milliseconds: behind } = lag.lagAt(positionOf(build))
    const outdatedSince = build?.outdatedSince
    const milliseconds = outdatedSince === undefined ? behind : Math.max(now - outdatedSince, 0)
    const found = { readModel, build, lag: { positions, milliseconds }, running }
    const isLate = outdatedSince !== undefined || milliseconds > allowedLagMs || running?.parked !== undefined
    if (!isLate) return found
    // The lag tracker knows only the time of this process, and the log when the first missing event happened.
    if (build && outdatedSince === undefined) build.missingSince ??= await firstTimeAfter(log, build.position)
    return { ...found, lateSince: Math.min(build?.missingSince ?? Infinity, now - milliseconds) }
  }

  const updateMetrics = (): void => {
    const { lagEvents, lagSeconds, led, parked, outdated } = metrics
    for (const gauge of [lagEvents, lagSeconds, led, parked, outdated]) gauge.reset()
    for (const { readModel, lag: own, running, build } of all) {
      const label = { view: readModel.name }
      lagEvents.set(label, Number(own.positions))
      lagSeconds.set(label, own.milliseconds / 1_000)
      led.set(label, running ? 1 : 0)
      parked.set(label, running?.parked ? 1 : 0)
      outdated.set(label, build?.outdatedSince === undefined ? 0 : 1)
      // Prometheus sees no increase in a counter that first appears as 1.
      for (const counter of [metrics.putBack, metrics.drift]) counter.inc(label, 0)
      for (const healed of ['yes', 'no']) metrics.healed.inc({ ...label, healed }, 0)
    }
  }

  /** Removes the counters of read models that are shown no more. */
  const forgetCounters = (before: readonly Checked[], now: readonly ReadModelKey[]): void => {
    for (const { readModel } of before) {
      const view = readModel.name
      if (now.some(({ name }) => name === view)) continue
      for (const counter of [metrics.putBack, metrics.drift]) counter.remove({ view })
      for (const healed of ['yes', 'no']) metrics.healed.remove({ view, healed })
    }
  }

  const problemOf = ({ readModel: { name }, build, lag: own, running }: Checked): string[] => {
    // It waits for a person, and all others continue: no process is unready because of it.
    if (running?.parked) return []
    if (build === undefined) return [`${name} is being built.`]
    if (build.outdatedSince !== undefined)
      return [`${name} is out of date: the log was replaced by an older copy, and it is being rebuilt.`]
    return own.milliseconds > allowedLagMs
      ? [`${name} is ${Math.round(own.milliseconds / 1_000)} seconds behind the log.`]
      : []
  }

  const health = (): Health => {
    if (!state.hasChecked) return { reasons: ['It is starting.'] }
    const views = shown.map(({ readModel, lag: own, running }) => ({
      view: readModel.name,
      lagSeconds: secondsOf(own),
      ...(running?.parked && { parked: running.parked.reason }),
    }))
    const problems = state.isStoreUnavailable
      ? [`${adapterNames.store} cannot be reached.`]
      : shown.flatMap(problemOf)
    const unavailable = state.isLogUnavailable ? [`${adapterNames.log} cannot be reached.`] : []
    state.wasReady ||= problems.length + unavailable.length === 0
    const warnings = [
      options.storage.problem() ?? [],
      shown.flatMap(parkedProblem),
      runSwitch.problem() ?? [],
      options.selfCheck?.problems() ?? [],
    ].flat()
    return isShared && state.wasReady
      ? { reasons: unavailable, warnings: [...problems, ...warnings], views }
      : { reasons: [...unavailable, ...problems], ...(warnings.length > 0 && { warnings }), views }
  }

  const stop = repeat(scheduler, async () => {
    await check()
    return intervalMs
  })
  return {
    health,
    check,
    /** Returns the read models at the last check, by name. */
    readModels: (): ReadModelStatus[] => shown.map(statusOf).toSorted(byName),
    /**
     * Returns how many milliseconds a read model that is shown lagged at the last check, and the time by which the next one is overdue: a
     * check that hangs must not hide a lag. Without the log each check takes long, and nothing newer can be read. Infinity before the first
     * check, without a build of this log, and until it has what was in the log when its end was first read, or read again after a time.
     */
    lagOf: (name: string): number => {
      const { build, lag: own } = shown.find(({ readModel }) => readModel.name === name) ?? {}
      const isKnown = build && build.outdatedSince === undefined && build.position >= unknownBefore
      const overdue = state.isLogUnavailable ? 0 : Math.max(monotonic() - checkedAt - intervalMs, 0)
      return own && isKnown ? own.milliseconds + overdue : Infinity
    },
    isStoreUnavailable: (): boolean => state.isStoreUnavailable,
    areAllLate: (): boolean => state.hasChecked && late.length === shown.length,
    /**
     * The names of the read models that lagged longer than allowed at the last check, built or not, the parked read models, and the read
     * models that were made from another history of the log, each with the time (ms) of the oldest event that it does not show.
     */
    lateSince: (): ReadonlyMap<string, number> =>
      new Map(late.map(({ readModel, lateSince = 0 }) => [readModel.name, lateSince])),
    stop: (): void => void stop(),
  }
}

/**
 * A live build. `outdatedSince` (ms) is set when it was made from another history of the log, and `missingSince` (ms) once the first event
 * after it was looked up.
 */
type Build = { position: bigint; outdatedSince?: number; missingSince?: number | undefined }

/** Returns the time (ms) of the first event after a position; undefined if it cannot be read. */
async function firstTimeAfter(log: HealthMonitorOptions['log'], after: bigint): Promise<number | undefined> {
  try {
    for await (const [event] of log.readAll({ after, batch: 1 })) if (event) return Date.parse(event.at)
  } catch {
    // The next check tries it again.
  }
  return undefined
}

/** A build that is ahead of the log is out of date before a projector has said so. */
function observe(
  live: LiveBuild | undefined,
  before: Build | undefined,
  head: bigint | undefined,
  now: number,
): Build | undefined {
  if (live === undefined) return undefined
  const { checkpoint: position } = live
  const isAhead = head !== undefined && position > head
  const outdatedSince = live.outdatedSince ?? (isAhead ? now : undefined)
  if (outdatedSince !== undefined) return { position, outdatedSince }
  return before?.position === position ? { position, missingSince: before.missingSince } : { position }
}

const parkedProblem = ({ readModel, running }: Checked): string[] =>
  running?.parked
    ? [
        `${readModel.name} stopped ${running.parked.event === undefined ? 'after an error' : 'at an event'}: ${running.parked.reason}`,
      ]
    : []

const secondsOf = ({ milliseconds }: Lag): number => Math.round(milliseconds / 100) / 10

const statusOf = ({ readModel: { name }, build, lag }: Checked): ReadModelStatus => ({
  name,
  state: build === undefined ? 'building' : build.outdatedSince === undefined ? 'current' : 'outdated',
  lagSeconds: secondsOf(lag),
  lagEvents: `${lag.positions}`,
})

const byName = (one: ReadModelStatus, other: ReadModelStatus): number => one.name.localeCompare(other.name)

/** The position of an outdated read model belongs to another log. */
const positionOf = (build: Build | undefined): bigint =>
  build === undefined || build.outdatedSince !== undefined ? beginning : build.position

const slowest = (positions: readonly bigint[]): bigint =>
  positions.reduce((least, position) => (position < least ? position : least), positions[0] ?? beginning)
