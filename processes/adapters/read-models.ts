import { systemClock } from '@thirty/infra/clock.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import { followProjections } from '@thirty/projections/runner/follow-projections.ts'
import type { ProjectionFailure } from '@thirty/projections/runner/retry-policy.ts'
import type { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections, type RunningProjections } from '@thirty/projections/runner/start-projections.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Shutdown } from '../lifecycle/shutdown.ts'
import { openReadModelStore, startLog } from './stores.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'
import { failFast } from './fail-fast.ts'
import { monitorHealth } from '../health/health-monitor.ts'

/** Run of the challenge that is shown. There is one until challenges can be reset. */
const run = 1
/** Most events in a step of a store that all processes share: it does nothing else meanwhile. */
const sharedBatch = 250
/** Most documents that a build which nobody reads yet keeps in memory before it stores them; about a kilobyte each. */
const maxBufferedDocuments = 100_000

/**
 * The log and what is derived from it: fed here, unless the process is for the web only. `ready` says that the log
 * answers and, where nobody else feeds the views, that they are built.
 */
export async function openReadModels(house: ProcessContext, ending: Shutdown) {
  const { config, metrics } = house
  const isShared = config.redisUrl !== undefined
  const { log, verified } = await startLog(house)
  ending.defer(() => log.close())
  const live = inProcessPublisher()
  const store = await failFast(verified, openReadModelStore(house, live, ending.signal))
  ending.defer(() => store.close())

  // Other processes have sockets of their own, of which this one knows nothing.
  const isHeard = isShared ? () => true : live.hasListeners
  const models = readModels({
    store,
    log,
    clock: systemClock,
    timeZone: config.timezone,
    run,
    hasListeners: isHeard,
  })
  const views = models.projections.map(({ projection: { name, version } }) => ({ name, version }))
  const feeder = config.role === 'web' ? undefined : feed(house, { log, store, models }, ending)
  const progress = isShared || !feeder ? follow(house, store, views, ending) : feeder
  const health = monitorHealth({
    log,
    store,
    readModels: views,
    runningProjections: () => feeder?.positions() ?? [],
    isShared: isShared && config.role !== 'projector',
    allowedLagMs: config.allowedLagMs,
    adapterNames: {
      log: config.eventStoreUrl === undefined ? 'The event log' : 'EventStoreDB',
      store: isShared ? 'Redis' : 'The memory of the read models',
    },
    metrics,
  })
  ending.defer(health.stop)
  const ready = Promise.all([verified, isShared ? undefined : feeder?.ready])
  // Whoever awaits it may still be busy with another engine when it breaks.
  ready.catch(() => undefined)
  return { log, live, models, progress, health, ready }
}

type Parts = { log: EventLog; store: ReadModelStore; models: ReturnType<typeof readModels> }

/**
 * Feeds the views: all of them, or a share of those that other processes feed as well. SIGUSR2 asks for all that is fed
 * here to be built anew.
 */
function feed(
  { config, logger: output }: ProcessContext,
  { log, store, models }: Parts,
  ending: Shutdown,
): RunningProjections {
  const told = (failure: ProjectionFailure, words: string) =>
    output.error({ err: failure.error, view: failure.projection, event: failure.event?.id }, words)
  const tellTrouble = throttledLog((_view: string, failure: ProjectionFailure) =>
    told(failure, 'a read model failed'),
  )
  const feeder = startProjections({
    log,
    store,
    projections: models.projections,
    onFailure: (failure) => {
      if (failure.isParked) told(failure, 'a read model stopped at an event')
      else tellTrouble(failure.projection ?? 'all', failure)
    },
    onAssignmentChanged: (view, isLed) =>
      output.info(view, isLed ? 'feeds this view' : 'feeds this view no longer'),
    ...(config.redisUrl !== undefined && { assignment: 'share', batch: sharedBatch, maxBufferedDocuments }),
  })
  ending.defer(() => feeder.stop())
  const onAsked = () => void rebuild(output, feeder)
  process.on('SIGUSR2', onAsked)
  ending.defer(() => void process.off('SIGUSR2', onAsked))
  return feeder
}

/** Builds everything anew that this process feeds, one view after the other, while readers go on with what is there. */
async function rebuild(output: ProcessContext['logger'], feeder: RunningProjections): Promise<void> {
  for (const { readModel: view } of feeder.positions()) {
    try {
      const isDone = await feeder.rebuild(view.name)
      output.info({ view: view.name }, isDone ? 'the view was built anew' : 'the view was left as it is')
    } catch (error) {
      output.error({ err: error, view: view.name }, 'the view could not be built anew')
    }
  }
}

/** Hears from the store how far the views are. */
function follow(
  { logger: output }: ProcessContext,
  store: ReadModelStore,
  views: readonly ReadModelKey[],
  ending: Shutdown,
): ProjectionProgress {
  const onFailure = (error: unknown) => output.debug({ err: error }, 'the views cannot be followed just now')
  const follower = followProjections({ store, readModels: views, onFailure })
  ending.defer(follower.stop)
  return follower
}
