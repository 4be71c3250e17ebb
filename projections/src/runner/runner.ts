import { randomUUID } from 'node:crypto'
import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { atMost, careUntil, type Failure } from './care.ts'
import { checkFamilies } from './dispatch.ts'
import { Feeder } from './feeder.ts'
import { LaneProgress } from './lane-progress.ts'
import type { Leading } from './leadership.ts'
import { openLanes } from './opening.ts'
import type { Progress } from './progress.ts'
import type { Projection } from '../projection.ts'
import { shareViews } from './share-views.ts'

export type ProjectionsOptions = {
  log: EventLog
  store: ViewStore
  projections: readonly Projection[]
  onFailure(failure: Failure): void
  /**
   * `all`: this process alone feeds the store, every view, without leases. `share`: it feeds its share of the views
   * while it has their leases, beside other processes on the same store. `all` when missing.
   */
  lead?: 'all' | 'share'
  /** Name of this process among those that share the views; another one at every start. Made when missing. */
  owner?: string
  /** Hears when this process begins and ends to feed a view. */
  onLead?(view: ViewKey, isLed: boolean): void
  scheduler?: Scheduler
  /** Measures leases; not to be set while it runs. */
  monotonic?: Clock
  /** Most events in a step; 2,000 when missing. A store that takes a step at once for everybody wants fewer. */
  batch?: number
}

/** What this process feeds. Of views that it does not feed it knows nothing, and counts them as behind. */
export type Projections = Progress & {
  /**
   * Settles when every view that fell to this process at the start has reached the head of the log as it was then, or
   * was parked on the way, and is shown to its readers: from then on reads are as quick as they will be.
   */
  ready: Promise<void>
  /**
   * Builds a view from the first event on, beside the live build, which is fed on, and switches in one step. Answers
   * whether it did: not when the view is not fed here, is being built already, or when an event could not be
   * taken in; readers then see what they saw before. Throws when the store does not let it begin.
   */
  rebuild(name: string): Promise<boolean>
  /** Finishes the step under way, hands leases over, and lets go of log and timers. Takes 3 seconds at most. */
  stop(): Promise<void>
}

const stopWithin = 3_000

/** Feeds views from the log. Nothing is announced of what was taken in before a build was shown to its readers. */
export function startProjections(options: ProjectionsOptions): Projections {
  const { log, store, projections, lead = 'all', owner = randomUUID() } = options
  const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
  projections.forEach(checkFamilies)
  const stopped = new AbortController()
  const care = careUntil(stopped.signal, scheduler, (failure) => options.onFailure(failure))
  const views = projections.map(({ view: { name, version } }) => ({ name, version }))
  const streams = [...new Set(projections.flatMap(({ view }) => view.streams))]
  const ready = Promise.withResolvers<void>()
  let hasBegun = false

  const look = () => {
    progress.moved()
    if (hasBegun && feeder.isSettled()) ready.resolve()
  }
  const begin = () => {
    hasBegun = true
    look()
  }
  const onFed = (view: ViewKey, isFed: boolean) => options.onLead?.(view, isFed)
  const feeder = new Feeder({
    log,
    streams,
    batch,
    care,
    scheduler,
    stopped: stopped.signal,
    onMoved: look,
    onFed,
  })
  const laneOf = (name: string) => feeder.lane(name)
  const progress = new LaneProgress({ scheduler, views, laneOf, isAlone: lead === 'all' })
  const feed = async (leading: readonly Leading[]) => {
    const wanted = leading.flatMap(({ view, hold }) => {
      const projection = projections.find((one) => one.view.name === view.name)
      return projection ? [{ projection, ...(hold && { hold }) }] : []
    })
    feeder.add(await openLanes(wanted, { log, store, care }))
  }
  const feedAll = () => care.persist(() => feed(views.map((view) => ({ view })))).then(begin)
  const feedShare = () => shareViews({ store, owner, views, care, monotonic, feeder, feed, begin })
  const done = Promise.all([feeder.run(), lead === 'all' ? feedAll() : feedShare()])

  const stop = async () => {
    stopped.abort()
    const ended = done.then(() => feeder.end())
    await atMost(stopWithin, scheduler, ended)
  }
  return {
    ready: ready.promise,
    reached: (position, withinMs) => progress.reached(position, withinMs),
    positions: () => progress.positions(),
    rebuild: (name) => feeder.rebuild(name),
    stop,
  }
}
