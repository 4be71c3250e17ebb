// Opens the read models of a process and follows their progress and health. Unless the process has the web role, it also runs the
// projections, and compares their read models with the log.

import { systemClock, systemScheduler } from '@thirty/infra/scheduler.ts'
import { inProcessPublisher, type InProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import type { ProjectionFailure } from '@thirty/projections/runner/retries.ts'
import { readModels, type ReadModels, type ReadModelsOptions } from '@thirty/projections/read-models.ts'
import {
  releaseOf,
  sharedStoreOptions,
  startProjections,
  type RunningProjections,
} from '@thirty/projections/runner/start-projections.ts'
import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { withObservedReads } from '@thirty/infra/http/late-data.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { redisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { chooseShownRun } from '@thirty/projections/shown-run/run-switch.ts'
import { startSelfCheck, type RunningSelfCheck } from '@thirty/projections/self-check/self-check.ts'
import { startReadModelSnapshots } from './snapshots.ts'
import { failFast, type Stores } from './stores.ts'
import { type ProcessContext, throttledLog } from '../lifecycle/process-context.ts'
import { monitorHealth, type HealthMonitor } from '../health/health-monitor.ts'
import { startRunSwitch } from './shown-run-of-process.ts'

/**
 * `ready` resolves when the log is verified and, if this process alone runs the projections, when all read models are built. Throws if the
 * process shuts down before the shown run is known.
 */
export async function openReadModels(
  context: ProcessContext,
  { log, verified, redis, processReports }: Stores,
  sources: Pick<ReadModelsOptions, 'draftsOf' | 'findOpenSessions' | 'openProjects'> = {},
) {
  const { config, metrics, shutdown } = context
  const isShared = config.redisUrl !== undefined
  const live = inProcessPublisher({
    onError: (error) =>
      context.logger.error({ err: error }, 'a live message could not be sent; it is dropped'),
  })
  const store = redis ? redisReadModelStore(redis) : memoryReadModelStore({ live })
  shutdown.defer(() => store.close())
  const findRun = shutdown.untilDone(
    () => chooseShownRun({ log, store, timeZone: config.timezone }),
    (error) => context.warn('the current run is not known yet; retrying', error),
  )
  const history = await failFast(verified, findRun)
  const started: { runSwitch?: ReturnType<typeof startRunSwitch>; health?: HealthMonitor } = {}
  const models = readModels({
    store: withObservedReads(store),
    log,
    clock: systemClock,
    timeZone: config.timezone,
    history,
    lagOf: (readModel) => started.health?.lagOf(readModel) ?? Infinity,
    ...sources,
  })
  const projections = models.projections.map(({ projection }) => projection)
  const fill = await failFast(verified, startReadModelSnapshots(context, { log, store, projections }))
  const parts = { log, store, live, models }
  const running = config.role === 'web' ? undefined : startRunner(context, parts)
  const selfCheck = running && checkReadModels(context, parts, running)
  shutdown.defer(() => selfCheck?.stop())
  const onProgress = () => started.runSwitch?.progressed()
  const progress = new ProjectionProgress({ store, awaited: models.shownReadModels, onProgress })
  shutdown.defer(() => progress.stop())
  const runSwitch = startRunSwitch(context, { ...parts, running, progress, isShared, processReports })
  shutdown.defer(() => runSwitch.stop())
  started.runSwitch = runSwitch
  const health = monitorHealth({
    log,
    store,
    readModels: models.shownReadModels,
    runSwitch,
    positions: context.figures.positions,
    selfCheck,
    isShared: isShared && config.role !== 'projector',
    storage: context.storage,
    allowedLagMs: config.allowedLagMs,
    adapterNames: {
      log: config.eventStoreUrl === undefined ? 'The event log' : 'EventStoreDB',
      store: isShared ? 'Redis' : 'The memory of the read models',
    },
    metrics,
  })
  started.health = health
  shutdown.defer(health.stop)
  const ready = Promise.all([verified, isShared ? undefined : running?.ready])
  // It may reject while the caller still waits for another store.
  ready.catch(() => undefined)
  return { log, store, live, models, runSwitch, health, ready, running, selfCheck, fill }
}

type Parts = {
  log: EventLog
  store: ReadModelStore
  live: InProcessPublisher
  models: ReadModels
}

/**
 * Runs the projections, or waits for the lead if another process runs them. SIGUSR2 rebuilds the read
 * models of the projections that run here.
 */
function startRunner(
  { config, logger, metrics, figures, shutdown }: ProcessContext,
  { log, store, live, models }: Parts,
): RunningProjections {
  const logFailure = (failure: ProjectionFailure, message: string) =>
    logger.error({ err: failure.error, view: failure.projection, event: failure.event?.id }, message)
  const logRetriedFailure = throttledLog((_projection: string, failure: ProjectionFailure) =>
    logFailure(failure, 'a projection failed; retrying'),
  )
  // The failures of none in particular; the series of each read model begin when it is first looked at.
  metrics.putBack.inc({ view: 'all' }, 0)
  const running = startProjections({
    log,
    store,
    projections: models.projections,
    onFailure: (failure) => {
      if (failure.error instanceof LogReplaced) {
        metrics.putBack.inc({ view: failure.projection ?? 'all' })
        logFailure(failure, 'the event log was put back to an older copy; the read model is rebuilt from it')
      } else if (failure.isParked) {
        const place = failure.event ? 'at an event' : 'after an error that persists'
        logFailure(failure, `a projection is parked ${place}; it is tried again later`)
      } else logRetriedFailure(failure.projection ?? 'all', failure)
    },
    onStoreOutage: ({ projection: view, error }) => {
      if (error === undefined) logger.info({ view }, 'the read model can be stored again')
      else logger.warn({ err: error, view }, 'the read model cannot be stored; retrying')
    },
    ...(config.redisUrl === undefined
      ? // All listeners are in this process, and so are all projections.
        { hasListeners: live.hasListeners }
      : {
          ...sharedStoreOptions,
          shared: { release: releaseOf(models.buildable) },
          onAssignmentChanged: (readModel, isLed) =>
            logger.info(readModel, `${isLed ? 'started' : 'stopped'} running this projection`),
        }),
  })
  shutdown.defer(() => running.stop())
  figures.positions = running.positions
  const onRebuildSignal = () => void rebuild(logger, running)
  process.on('SIGUSR2', onRebuildSignal)
  shutdown.defer(() => void process.off('SIGUSR2', onRebuildSignal))
  return running
}

/** Rebuilds the read models of this process one after the other. Readers see the previous builds until then. */
async function rebuild(logger: ProcessContext['logger'], running: RunningProjections): Promise<void> {
  for (const view of running.positions().map(({ readModel }) => readModel.name)) {
    try {
      const isDone = await running.rebuild(view)
      logger.info({ view }, isDone ? 'the read model was rebuilt' : 'the read model was not rebuilt')
    } catch (error) {
      logger.error({ err: error, view }, 'the read model could not be rebuilt')
    }
  }
}

/** Compares the read models that are built here with the log on a schedule, and rebuilds read models that differ. */
function checkReadModels(
  { config, logger, metrics, figures }: ProcessContext,
  { log, store, models }: Parts,
  running: RunningProjections,
): RunningSelfCheck {
  return startSelfCheck({
    log,
    store,
    projections: () => {
      const live = running.positions().flatMap(({ isLive, readModel }) => (isLive ? [readModel.name] : []))
      const shown = models.shownProjections().map(({ projection }) => projection)
      return shown.filter(({ name }) => live.includes(name))
    },
    rebuild: (name) => running.rebuild(name),
    intervalMs: config.selfCheckMs,
    scheduler: systemScheduler,
    onChecked: ({ readModel: { name: view }, differences, documents }, heals) => {
      const count = differences.length
      figures.checks.set(view, { at: Date.now(), documents, differences: count, isHealed: null })
      metrics.checkedAt.set({ view }, Date.now() / 1_000)
      metrics.drift.inc({ view }, count)
      logger.debug({ view, documents, count }, 'the read model was compared with the log')
      const listed = differences.slice(0, maxLoggedDifferences)
      if (heals && count > 0)
        logger.error(
          { view, count, differences: listed },
          'the read model differs from the log; it is rebuilt',
        )
    },
    onHealed: ({ readModel: { name: view } }, isHealed) => {
      const check = figures.checks.get(view)
      if (check) figures.checks.set(view, { ...check, isHealed })
      metrics.healed.inc({ view, healed: isHealed ? 'yes' : 'no' })
      if (isHealed) logger.info({ view }, 'the read model was rebuilt and is as the log says')
      else logger.error({ view }, 'the read model differs from the log and could not be rebuilt')
    },
    onFailure: (view, error) =>
      logger.warn(
        { err: error, view },
        'the read model could not be compared with the log; it is tried later',
      ),
  })
}

const maxLoggedDifferences = 10
