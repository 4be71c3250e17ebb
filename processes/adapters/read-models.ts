import { systemClock } from '@thirty/infra/clock.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import { followProjections } from '@thirty/projections/runner/follow-projections.ts'
import type { ProjectionFailure } from '@thirty/projections/runner/retry-policy.ts'
import type { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections, type RunningProjections } from '@thirty/projections/runner/start-projections.ts'
import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Shutdown } from '../lifecycle/shutdown.ts'
import { openReadModelStore, startLog } from './stores.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'
import { monitorHealth } from '../health/health-monitor.ts'

/** The displayed run of the challenge. There is only one until challenges can be reset. */
const run = 1
/** Maximum events per step in a shared store, which blocks all other clients during a step. */
const maxSharedBatch = 250
/**
 * Maximum documents that are kept in memory, about a kilobyte each, before they are stored. Only the documents of builds
 * that are not live yet are kept.
 */
const maxBufferedDocuments = 100_000

/**
 * Opens the log and the read models, and runs the projections unless the process has the web role. `ready` resolves when
 * the log is verified and, if this process alone runs the projections, when all read models are built. Throws if the
 * process shuts down before the stores are open.
 */
export async function openReadModels(context: ProcessContext, shutdown: Shutdown) {
  const { config, metrics } = context
  const isShared = config.redisUrl !== undefined
  const { log, verified } = await startLog(context)
  shutdown.defer(() => log.close())
  const live = inProcessPublisher()
  const store = await failFast(verified, openReadModelStore(context, live, shutdown.signal))
  shutdown.defer(() => store.close())
  shutdown.signal.throwIfAborted()

  // Other processes may have listeners that this one does not know.
  const hasListeners = isShared ? () => true : live.hasListeners
  const models = readModels({
    store,
    log,
    clock: systemClock,
    timeZone: config.timezone,
    run,
    hasListeners,
  })
  const keys = models.projections.map(({ projection: { name, version } }) => ({ name, version }))
  const running =
    config.role === 'web' ? undefined : runProjections(context, { log, store, models }, shutdown)
  const progress = isShared || !running ? follow(context, store, keys, shutdown) : running
  const health = monitorHealth({
    log,
    store,
    readModels: keys,
    runningProjections: () => running?.positions() ?? [],
    isShared: isShared && config.role !== 'projector',
    allowedLagMs: config.allowedLagMs,
    adapterNames: {
      log: config.eventStoreUrl === undefined ? 'The event log' : 'EventStoreDB',
      store: isShared ? 'Redis' : 'The memory of the read models',
    },
    metrics,
  })
  shutdown.defer(health.stop)
  const ready = Promise.all([verified, isShared ? undefined : running?.ready])
  // It may reject while the caller still waits for another store.
  ready.catch(() => undefined)
  return { log, live, models, progress, health, ready }
}

type Parts = { log: EventLog; store: ReadModelStore; models: ReturnType<typeof readModels> }

/**
 * Runs the projections: all of them, or an equal share if other processes run some as well. SIGUSR2 rebuilds the read
 * models of the projections that run here.
 */
function runProjections(
  { config, logger, metrics }: ProcessContext,
  { log, store, models }: Parts,
  shutdown: Shutdown,
): RunningProjections {
  const logFailure = (failure: ProjectionFailure, message: string) =>
    logger.error({ err: failure.error, view: failure.projection, event: failure.event?.id }, message)
  const logRetriedFailure = throttledLog((_projection: string, failure: ProjectionFailure) =>
    logFailure(failure, 'a projection failed; retrying'),
  )
  const running = startProjections({
    log,
    store,
    projections: models.projections,
    onFailure: (failure) => {
      if (failure.error instanceof LogReplaced) {
        metrics.putBack.inc({ view: failure.projection ?? 'all' })
        logFailure(failure, 'the event log was put back to an older copy; the read model is rebuilt from it')
      } else if (failure.isParked) logFailure(failure, parkedMessage(failure))
      else logRetriedFailure(failure.projection ?? 'all', failure)
    },
    onStoreOutage: ({ projection: view, error }) => {
      if (error === undefined) logger.info({ view }, 'the read model can be stored again')
      else logger.warn({ err: error, view }, 'the read model cannot be stored; retrying')
    },
    onAssignmentChanged: (readModel, isLed) =>
      logger.info(readModel, isLed ? 'started running this projection' : 'stopped running this projection'),
    ...(config.redisUrl !== undefined && {
      assignment: 'share',
      batch: maxSharedBatch,
      maxBufferedDocuments,
    }),
  })
  shutdown.defer(() => running.stop())
  const onRebuildSignal = () => void rebuild(logger, running)
  process.on('SIGUSR2', onRebuildSignal)
  shutdown.defer(() => void process.off('SIGUSR2', onRebuildSignal))
  return running
}

const parkedMessage = ({ event }: ProjectionFailure): string =>
  event
    ? 'a projection is parked at an event; it is tried again later'
    : 'a projection is parked after an error that persists; it is tried again later'

/** Rebuilds the read models of this process one after the other. Readers see the previous builds until then. */
async function rebuild(logger: ProcessContext['logger'], running: RunningProjections): Promise<void> {
  for (const { readModel } of running.positions()) {
    try {
      const isDone = await running.rebuild(readModel.name)
      logger.info(
        { view: readModel.name },
        isDone ? 'the read model was rebuilt' : 'the read model was not rebuilt',
      )
    } catch (error) {
      logger.error({ err: error, view: readModel.name }, 'the read model could not be rebuilt')
    }
  }
}

/** Follows the progress of projections that other processes run. */
function follow(
  { logger }: ProcessContext,
  store: ReadModelStore,
  keys: readonly ReadModelKey[],
  shutdown: Shutdown,
): ProjectionProgress {
  const onFailure = (error: unknown) =>
    logger.debug({ err: error }, 'the progress of the projections is unknown; retrying')
  const follower = followProjections({ store, readModels: keys, onFailure })
  shutdown.defer(follower.stop)
  return follower
}

/**
 * Settles like `work`, but rejects at once if `condition` rejects first. So a log that cannot be used ends the start, even
 * while the process waits for Redis.
 */
export const failFast = <Result>(condition: Promise<unknown>, work: Promise<Result>): Promise<Result> =>
  Promise.race([work, condition.then(() => work)])
