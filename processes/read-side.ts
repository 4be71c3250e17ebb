import { systemClock } from '@thirty/infra/clock.ts'
import { inProcessLive } from '@thirty/infra/live/in-process.ts'
import { followProjections } from '@thirty/projections/runner/follower.ts'
import type { Failure } from '@thirty/projections/runner/care.ts'
import type { Progress } from '@thirty/projections/runner/progress.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections, type Projections } from '@thirty/projections/runner/runner.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Ending } from './ending.ts'
import { openStore, startLog } from './engines.ts'
import type { House } from './house.ts'
import { seldom } from './seldom.ts'
import { unlessBroken } from './unless-broken.ts'
import { watchVitals } from './vitals.ts'

/** Run of the challenge that is shown. There is one until challenges can be reset. */
const run = 1
/** Most events in a step of a store that all processes share: it does nothing else meanwhile. */
const sharedBatch = 250

/**
 * The log and what is derived from it: fed here, unless the process is for the web only. `ready` says that the log
 * answers and, where nobody else feeds the views, that they are built.
 */
export async function openReadSide(house: House, ending: Ending) {
  const { config, metrics } = house
  const isShared = config.redisUrl !== undefined
  const { log, verified } = await startLog(house)
  ending.last(() => log.close())
  const live = inProcessLive()
  const store = await unlessBroken(verified, openStore(house, live, ending.begun))
  ending.last(() => store.close())

  // Other processes have sockets of their own, of which this one knows nothing.
  const isHeard = isShared ? () => true : live.isHeard
  const models = readModels({ store, log, clock: systemClock, timeZone: config.timezone, run, isHeard })
  const views = models.projections.map(({ view: { name, version } }) => ({ name, version }))
  const feeder = config.role === 'web' ? undefined : feed(house, { log, store, models }, ending)
  const progress = isShared || !feeder ? follow(house, store, views, ending) : feeder
  const vitals = watchVitals({
    log,
    store,
    views,
    fed: () => feeder?.positions() ?? [],
    isShared: isShared && config.role !== 'projector',
    allowedLag: config.allowedLag,
    names: {
      log: config.eventStoreUrl === undefined ? 'The event log' : 'EventStoreDB',
      store: isShared ? 'Redis' : 'The memory of the read models',
    },
    metrics,
  })
  ending.last(vitals.stop)
  const ready = Promise.all([verified, isShared ? undefined : feeder?.ready])
  // Whoever awaits it may still be busy with another engine when it breaks.
  ready.catch(() => undefined)
  return { log, live, models, progress, vitals, ready }
}

type Parts = { log: EventLog; store: ViewStore; models: ReturnType<typeof readModels> }

/**
 * Feeds the views: all of them, or a share of those that other processes feed as well. SIGUSR2 asks for all that is fed
 * here to be built anew.
 */
function feed({ config, output }: House, { log, store, models }: Parts, ending: Ending): Projections {
  const told = (failure: Failure, words: string) =>
    output.error({ err: failure.error, view: failure.view, event: failure.event?.id }, words)
  const tellTrouble = seldom((_view: string, failure: Failure) => told(failure, 'a read model failed'))
  const feeder = startProjections({
    log,
    store,
    projections: models.projections,
    onFailure: (failure) => {
      if (failure.isParked) told(failure, 'a read model stopped at an event')
      else tellTrouble(failure.view ?? 'all', failure)
    },
    onLead: (view, isLed) => output.info(view, isLed ? 'feeds this view' : 'feeds this view no longer'),
    ...(config.redisUrl !== undefined && { lead: 'share', batch: sharedBatch }),
  })
  ending.last(() => feeder.stop())
  const onAsked = () => void rebuild(output, feeder)
  process.on('SIGUSR2', onAsked)
  ending.last(() => void process.off('SIGUSR2', onAsked))
  return feeder
}

/** Builds everything anew that this process feeds, one view after the other, while readers go on with what is there. */
async function rebuild(output: House['output'], feeder: Projections): Promise<void> {
  for (const { view } of feeder.positions()) {
    try {
      const isDone = await feeder.rebuild(view.name)
      output.info({ view: view.name }, isDone ? 'the view was built anew' : 'the view was left as it is')
    } catch (error) {
      output.error({ err: error, view: view.name }, 'the view could not be built anew')
    }
  }
}

/** Hears from the store how far the views are. */
function follow({ output }: House, store: ViewStore, views: readonly ViewKey[], ending: Ending): Progress {
  const onFailure = (error: unknown) => output.debug({ err: error }, 'the views cannot be followed just now')
  const follower = followProjections({ store, views, onFailure })
  ending.last(follower.stop)
  return follower
}
