// Monitors the lag of the read models and the availability of the stores, for `/readyz` and `/metrics`.

import type { ReadModelStatus } from '@thirty/contracts/operations/health-api.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Health, ReadModelHealth } from '@thirty/infra/http/health.ts'
import { LagTracker, type Lag } from '@thirty/infra/metrics/lag-tracker.ts'
import type { Metrics } from '@thirty/infra/metrics/metrics.ts'
import { repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { StorageWatch } from './storage-watch.ts'
import {
  StoreUnavailable,
  type LiveBuild,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** A projection that this process runs. A parked one names its poison event, or another error stopped it. */
export type RunningProjection = { readModel: ReadModelKey; parked?: { reason: string; event?: string } }

export type HealthMonitorOptions = {
  log: Pick<EventLog, 'head' | 'readAll'>
  store: Pick<ReadModelStore, 'liveBuild'>
  /** The read models that this process needs now. */
  readModels: () => readonly ReadModelKey[]
  /** The read models of a run that is not shown yet; they make no process unready. */
  unshownReadModels?: () => readonly ReadModelKey[]
  /** What keeps the current run from being shown, as a sentence; `undefined` if it is shown. */
  switchProblem?: () => string | undefined
  /** The projections that this process runs at the moment. */
  runningProjections: () => readonly RunningProjection[]
  /**
   * Whether all processes share the read models. Their problems are then warnings and do not make this process unready:
   * other processes have the same problems, and commands work without read models.
   */
  isShared: boolean
  /** What the self-check found and could not heal, one sentence each. It makes no process unready. */
  selfCheckProblems?: () => readonly string[]
  /** Whether anything can be stored. A problem makes no process unready, because reads work. */
  storage?: Pick<StorageWatch, 'check' | 'problem'>
  /** Milliseconds that a read model may lag. */
  allowedLagMs: number
  /** Names of the log and the store, for messages. */
  adapterNames: { log: string; store: string }
  metrics: Pick<Metrics, ViewMetric>
  scheduler?: Scheduler
}

/** The health of a process, checked once a second. */
export type HealthMonitor = {
  health(): Health
  /** Returns the read models at the last check, by name. */
  readModels(): readonly ReadModelStatus[]
  /** Whether the store was unavailable at the last check. */
  isStoreUnavailable(): boolean
  /**
   * The read models that lagged longer than allowed at the last check, built or not, the parked read models, and the read models that were
   * made from another history of the log.
   */
  lagging(): readonly ReadModelKey[]
  /** Whether all read models lag. The check ends at the first read model that does not lag. */
  areAllLagging(): boolean
  /** The names of the same read models, each with the time (ms) of the oldest event that it does not show. */
  lateSince(): ReadonlyMap<string, number>
  /** Checks at once. */
  check(): Promise<void>
  stop(): void
}

type ViewMetric = 'lagEvents' | 'lagSeconds' | 'parked' | 'led' | 'outdated' | 'putBack' | 'drift' | 'healed'

const intervalMs = 1_000

export function monitorHealth(options: HealthMonitorOptions): HealthMonitor {
  const { log, store, runningProjections, isShared, allowedLagMs, adapterNames, metrics } = options
  const { scheduler = systemScheduler, unshownReadModels = () => [], selfCheckProblems = () => [] } = options
  const lag = new LagTracker(scheduler.now)
  const state = { isLogUnavailable: false, isStoreUnavailable: false, wasReady: false, hasChecked: false }
  /** The read models of the last check. */
  let readModels = options.readModels()
  let unshown: readonly ReadModelKey[] = []
  /** Each read model when it was last read, by name; missing while it is not built. */
  let observed: ReadonlyMap<string, Observed> = new Map()
  /** Of all read models: none lags more. */
  let [slowestPosition, isAnyOutdated] = [beginning, false]
  let missing: ReadonlyMap<string, Missing> = new Map()

  const check = async (): Promise<void> => {
    const [shown, building] = [options.readModels(), unshownReadModels()]
    const checked = [...shown, ...building]
    const found = await Promise.allSettled(checked.map((readModel) => store.liveBuild(readModel)))
    // Read after the checkpoints: only a log that was put back can then end before one of them.
    const [head] = await Promise.allSettled([log.head(), options.storage?.check()])
    state.isLogUnavailable = head.status === 'rejected'
    state.isStoreUnavailable = found.some(
      (result) => result.status === 'rejected' && result.reason instanceof StoreUnavailable,
    )
    const knownHead = head.status === 'fulfilled' ? head.value : undefined
    const before = observed
    observed = new Map(
      found.flatMap((result, index) => {
        const name = checked[index]?.name ?? ''
        const known =
          result.status === 'fulfilled' ? observe(result.value, knownHead, scheduler.now()) : before.get(name)
        return known ? [[name, known] as const] : []
      }),
    )
    slowestPosition = slowest(shown.map(({ name }) => positionOf(observed.get(name))))
    isAnyOutdated = [...observed.values()].some(({ outdatedSince }) => outdatedSince !== undefined)
    if (head.status === 'fulfilled') lag.observeHead(head.value, slowestPosition)
    state.hasChecked = true
    forgetMetrics(checked)
    readModels = shown
    unshown = building
    updateMetrics()
    missing = await findMissing()
  }

  /** Finds the time of the first event that each late read model does not have. The lag tracker knows only this process's time. */
  const findMissing = async (): Promise<typeof missing> => {
    const found: [string, Missing][] = []
    for (const { name } of lagging()) {
      const seen = observed.get(name)
      if (seen === undefined || seen.outdatedSince !== undefined) continue
      const known = missing.get(name)
      const at = known?.after === seen.position ? known.at : await firstTimeAfter(log, seen.position)
      if (at !== undefined) found.push([name, { after: seen.position, at }])
    }
    return new Map(found)
  }

  const lagOf = (name: string): Lag => {
    const { positions, milliseconds } = lag.lagAt(positionOf(observed.get(name)))
    const outdatedSince = observed.get(name)?.outdatedSince
    if (outdatedSince === undefined) return { positions, milliseconds }
    return { positions, milliseconds: Math.max(scheduler.now() - outdatedSince, 0) }
  }

  const isLate = ({ name }: ReadModelKey): boolean =>
    observed.get(name)?.outdatedSince !== undefined || lagOf(name).milliseconds > allowedLagMs

  const lagging = (): ReadModelKey[] => {
    const parked = parkedProjections()
    // Nearly always, and asked by every request.
    const isNoneLate = !isAnyOutdated && lag.lagAt(slowestPosition).milliseconds <= allowedLagMs
    if (isNoneLate && parked.size === 0) return []
    return readModels.filter((one) => isLate(one) || parked.has(one.name))
  }

  const updateMetrics = (): void => {
    const running = runningProjections()
    for (const { name } of [...readModels, ...unshown]) {
      const { positions: events, milliseconds } = lagOf(name)
      const own = running.find(({ readModel }) => readModel.name === name)
      const label = { view: name }
      metrics.lagEvents.set(label, Number(events))
      metrics.lagSeconds.set(label, milliseconds / 1_000)
      metrics.led.set(label, own ? 1 : 0)
      metrics.parked.set(label, own?.parked ? 1 : 0)
      metrics.outdated.set(label, observed.get(name)?.outdatedSince === undefined ? 0 : 1)
      // Prometheus sees no increase in a counter that first appears as 1.
      for (const counter of [metrics.putBack, metrics.drift]) counter.inc(label, 0)
      for (const healed of ['yes', 'no']) metrics.healed.inc({ ...label, healed }, 0)
    }
  }

  /** Removes the metrics of read models that are shown no more. */
  const forgetMetrics = (checked: readonly ReadModelKey[]): void => {
    for (const { name: view } of [...readModels, ...unshown]) {
      if (checked.some(({ name }) => name === view)) continue
      const { lagEvents, lagSeconds, led, parked, outdated, putBack, drift, healed } = metrics
      for (const metric of [lagEvents, lagSeconds, led, parked, outdated, putBack, drift])
        metric.remove({ view })
      for (const outcome of ['yes', 'no']) healed.remove({ view, healed: outcome })
    }
  }

  const readModelHealth = (): ReadModelHealth[] => {
    const parked = parkedProjections()
    return readModels.map(({ name }) => {
      const reason = parked.get(name)?.reason
      const lagSeconds = Math.round(lagOf(name).milliseconds / 100) / 10
      return { view: name, lagSeconds, ...(reason !== undefined && { parked: reason }) }
    })
  }

  /** Where projections of this process are parked, by name. */
  const parkedProjections = () => {
    const found = new Map<string, NonNullable<RunningProjection['parked']>>()
    for (const { readModel, parked } of runningProjections()) if (parked) found.set(readModel.name, parked)
    return found
  }

  const findProblems = (found: readonly ReadModelHealth[]): string[] => {
    if (state.isStoreUnavailable) return [`${adapterNames.store} cannot be reached.`]
    return found.flatMap(({ view, lagSeconds, parked }) => {
      if (parked !== undefined) return []
      if (!observed.has(view)) return [`${view} is being built.`]
      if (observed.get(view)?.outdatedSince !== undefined)
        return [`${view} is out of date: the log was replaced by an older copy, and it is being rebuilt.`]
      return lagSeconds * 1_000 > allowedLagMs
        ? [`${view} is ${Math.round(lagSeconds)} seconds behind the log.`]
        : []
    })
  }

  /** A parked projection waits for a person, and all others continue: no process is unready because of it. */
  const parkedProblems = (): string[] => {
    const found = parkedProjections()
    return readModels.flatMap(({ name }) => {
      const parked = found.get(name)
      if (parked === undefined) return []
      return [
        `${name} stopped ${parked.event === undefined ? 'after an error' : 'at an event'}: ${parked.reason}`,
      ]
    })
  }

  const health = (): Health => {
    if (!state.hasChecked) return { reasons: ['It is starting.'] }
    const views = readModelHealth()
    const problems = findProblems(views)
    const unavailable = state.isLogUnavailable ? [`${adapterNames.log} cannot be reached.`] : []
    state.wasReady ||= problems.length + unavailable.length === 0
    const warnings = [
      options.storage?.problem() ?? [],
      parkedProblems(),
      options.switchProblem?.() ?? [],
      selfCheckProblems(),
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
    readModels: () =>
      readModels.map(({ name }) => statusOf(name, observed.get(name), lagOf(name))).toSorted(byName),
    isStoreUnavailable: () => state.isStoreUnavailable,
    lagging,
    areAllLagging: () => lagging().length === readModels.length,
    lateSince: () =>
      new Map(
        lagging().map(({ name }) => {
          const seen = scheduler.now() - lagOf(name).milliseconds
          return [name, Math.min(missing.get(name)?.at ?? seen, seen)]
        }),
      ),
    stop: () => void stop(),
  }
}

/** A live build; `outdatedSince` (ms) is set when it was made from another history of the log. */
type Observed = { position: bigint; outdatedSince?: number }

/** The time (ms) of the first event after a position. */
type Missing = { after: bigint; at: number }

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
function observe(live: LiveBuild | undefined, head: bigint | undefined, now: number): Observed | undefined {
  if (live === undefined) return undefined
  const { checkpoint: position } = live
  const isAhead = head !== undefined && position > head
  const outdatedSince = live.outdatedSince ?? (isAhead ? now : undefined)
  return { position, ...(outdatedSince !== undefined && { outdatedSince }) }
}

const statusOf = (
  name: string,
  found: Observed | undefined,
  { positions, milliseconds }: Lag,
): ReadModelStatus => ({
  name,
  state: found === undefined ? 'building' : found.outdatedSince === undefined ? 'current' : 'outdated',
  lagSeconds: Math.round(milliseconds / 100) / 10,
  lagEvents: `${positions}`,
})

const byName = (one: ReadModelStatus, other: ReadModelStatus): number => one.name.localeCompare(other.name)

/** Position in the present log; the position of an outdated read model belongs to another one. */
const positionOf = (observed: Observed | undefined): bigint =>
  observed === undefined || observed.outdatedSince !== undefined ? beginning : observed.position

const slowest = (positions: readonly bigint[]): bigint =>
  positions.reduce((least, position) => (position < least ? position : least), positions[0] ?? beginning)
