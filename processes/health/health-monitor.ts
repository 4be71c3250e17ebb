import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Health, ReadModelHealth } from '@thirty/infra/http/health.ts'
import { LagTracker } from '@thirty/infra/metrics/lag-tracker.ts'
import type { Metrics } from '@thirty/infra/metrics/metrics.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import {
  StoreUnavailable,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** What this process knows of a view that it feeds itself. */
export type RunningProjection = { readModel: ReadModelKey; parked?: { reason: string } }

export type HealthMonitorOptions = {
  log: Pick<EventLog, 'head'>
  store: Pick<ReadModelStore, 'liveBuild'>
  /** The views that this process needs. */
  readModels: readonly ReadModelKey[]
  /** Those among them that this process feeds just now. */
  runningProjections: () => readonly RunningProjection[]
  /**
   * Whether every other process would find the views as this one does. Then their trouble is no reason to send nobody
   * here: it would be no better elsewhere, and commands go on without them.
   */
  isShared: boolean
  /** Milliseconds that a view may be behind. */
  allowedLagMs: number
  /** What the engines are called. */
  adapterNames: { log: string; store: string }
  metrics: Pick<Metrics, 'lagEvents' | 'lagSeconds' | 'parked' | 'led'>
  scheduler?: Scheduler
}

/** How a process is, looked at once a second. */
export type HealthMonitor = {
  health(): Health
  /** Whether the read models could not be reached when it was looked last. */
  isStoreUnavailable(): boolean
  /** The views that were further behind the log than is allowed, or not built for as long, when it was looked last. */
  lagging(): readonly ReadModelKey[]
  /** Looks once, out of turn. */
  check(): Promise<void>
  stop(): void
}

const every = 1_000

/** Looks after a process: how far its views are behind, and whether its engines answer. For `/readyz` and `/metrics`. */
export function monitorHealth(options: HealthMonitorOptions): HealthMonitor {
  const {
    log,
    store,
    readModels: views,
    runningProjections: fed,
    isShared,
    allowedLagMs: allowedLag,
    adapterNames: names,
    metrics,
  } = options
  const { scheduler = systemScheduler } = options
  const lag = new LagTracker(scheduler.now)
  const state = { isLogAway: false, isStoreAway: false, wasReady: false, hasLooked: false }
  /** Where each view was when the store answered last; `undefined` while it is not built. */
  let positions: readonly (bigint | undefined)[] = []

  const look = async (): Promise<void> => {
    const [head, found] = await Promise.allSettled([
      log.head(),
      Promise.all(views.map(async (view) => (await store.liveBuild(view))?.checkpoint)),
    ])
    state.isLogAway = head.status === 'rejected'
    state.isStoreAway = found.status === 'rejected' && found.reason instanceof StoreUnavailable
    if (found.status === 'fulfilled') positions = found.value
    if (head.status === 'fulfilled') lag.observeHead(head.value, slowest(positions))
    state.hasLooked = true
    measure()
  }

  const measure = (): void => {
    const feeds = fed()
    views.forEach((view, at) => {
      const { positions: events, milliseconds } = lag.lagAt(positions[at] ?? beginning)
      const own = feeds.find(({ readModel: { name } }) => name === view.name)
      const label = { view: view.name }
      metrics.lagEvents.set(label, Number(events))
      metrics.lagSeconds.set(label, milliseconds / 1_000)
      metrics.led.set(label, own ? 1 : 0)
      metrics.parked.set(label, own?.parked ? 1 : 0)
    })
  }

  const viewHealth = (): ReadModelHealth[] =>
    views.map(({ name }, at) => {
      const parked = fed().find(({ readModel }) => readModel.name === name)?.parked?.reason
      const lagSeconds = Math.round(lag.lagAt(positions[at] ?? beginning).milliseconds / 100) / 10
      return { view: name, lagSeconds, ...(parked !== undefined && { parked }) }
    })

  const troublesOf = (found: readonly ReadModelHealth[]): string[] => {
    if (state.isStoreAway) return [`${names.store} cannot be reached.`]
    const unbuilt = views.filter((_view, at) => positions[at] === undefined)
    return [
      ...unbuilt.map(({ name }) => `${name} is being built.`),
      ...found.flatMap(({ view, lagSeconds, parked }) => {
        if (parked !== undefined) return [`${view} stopped at an event: ${parked}`]
        const isLate = lagSeconds * 1_000 > allowedLag && !unbuilt.some(({ name }) => name === view)
        return isLate ? [`${view} is ${Math.round(lagSeconds)} seconds behind the log.`] : []
      }),
    ]
  }

  const health = (): Health => {
    if (!state.hasLooked) return { reasons: ['It is starting.'] }
    const found = viewHealth()
    const troubles = troublesOf(found)
    const away = state.isLogAway ? [`${names.log} cannot be reached.`] : []
    state.wasReady ||= troubles.length + away.length === 0
    return isShared && state.wasReady
      ? { reasons: away, warnings: troubles, views: found }
      : { reasons: [...away, ...troubles], views: found }
  }

  let callOff: () => void = () => undefined
  let isStopped = false
  const goOn = async (): Promise<void> => {
    await look()
    if (!isStopped) callOff = scheduler.after(every, () => void goOn())
  }
  void goOn()
  return {
    health,
    check: look,
    isStoreUnavailable: () => state.isStoreAway,
    lagging: () =>
      views.filter((_view, at) => lag.lagAt(positions[at] ?? beginning).milliseconds > allowedLag),
    stop: () => {
      isStopped = true
      callOff()
    },
  }
}

const slowest = (positions: readonly (bigint | undefined)[]): bigint =>
  positions.reduce<bigint>(
    (least, position = beginning) => (position < least ? position : least),
    positions[0] ?? beginning,
  )
