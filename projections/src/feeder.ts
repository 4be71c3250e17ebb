import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { advance, type Stretch } from './advance.ts'
import { careUntil, type Care, type Failure } from './care.ts'
import { Dispatch } from './dispatch.ts'
import { gather, type Gather } from './gather.ts'
import { Lane } from './lane.ts'
import { missedByAll } from './missed.ts'
import type { Change, Projection } from './projection.ts'
import type { Poison } from './step.ts'
import { Waiting } from './waiting.ts'

export type ViewPosition = {
  view: ViewKey
  /** Position up to which it is built. */
  position: bigint
  /** The event at which it stopped, if it did. */
  parked?: { event: string; position: bigint; reason: string }
}

export type FeederOptions = {
  log: EventLog
  store: ViewStore
  projections: readonly Projection[]
  onFailure(failure: Failure): void
  scheduler?: Scheduler
  /** Most events in a step; 2,000 when missing. */
  batch?: number
}

/** Keeps lanes fed: one subscription for those that are level, reading for those that are behind. */
export class Feeder {
  readonly ready: Promise<void>
  readonly #setReady: () => void
  readonly #options: FeederOptions
  readonly #care: Care
  readonly #streams: readonly string[]
  readonly #batch: number
  readonly #waiting: Waiting
  readonly #news: Gather
  readonly #stopped = new AbortController()
  /** In the order of the projections; empty until the store has said where they are. */
  #lanes: readonly Lane[] = []
  /** The lanes that the subscription feeds; the others are behind. */
  #level = new Dispatch([])
  /** Lanes that have been told that their replay is over. */
  readonly #settled = new Set<Lane>()
  #headAtStart = beginning
  /** Position up to which the subscription has handed out batches. */
  #received = beginning
  /** There while a lane reads the last of what it missed, so that the subscription cannot run away from it. */
  #gate: Promise<void> | undefined
  #background: Promise<unknown> = Promise.resolve()

  constructor(options: FeederOptions) {
    const scheduler = options.scheduler ?? systemScheduler
    this.#options = options
    this.#batch = options.batch ?? 2_000
    this.#streams = [...new Set(options.projections.flatMap(({ view }) => view.streams))]
    this.#waiting = new Waiting(scheduler)
    this.#care = careUntil(this.#stopped.signal, scheduler, (failure) => options.onFailure(failure))
    this.#news = gather({ scheduler, onFailure: (error) => options.onFailure({ error, isParked: false }) })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.#setReady = resolve
  }

  async run(): Promise<void> {
    await this.#care.persist(() => this.#open())
    while (!this.#care.isStopped()) await this.#care.persist(() => this.#follow())
    await this.#background
  }

  stop(): void {
    this.#stopped.abort()
    this.#news.stop()
  }

  async reached(position: bigint, withinMs: number): Promise<boolean> {
    return this.#isReached(position) ? this.#isWhole() : this.#waiting.until(position, withinMs)
  }

  positions(): readonly ViewPosition[] {
    return this.#options.projections.map(({ view: { name, version } }, at) => {
      const lane = this.#lanes[at]
      const position = lane?.position() ?? beginning
      return { view: { name, version }, position, ...(lane?.poison && { parked: parkedAt(lane.poison) }) }
    })
  }

  async #open(): Promise<void> {
    const { log, store, projections } = this.#options
    this.#headAtStart = await log.head()
    this.#lanes = await Promise.all(
      projections.map(async (projection) => {
        const live = await store.live(projection.view)
        const at = live ?? { build: await store.begin(projection.view), checkpoint: beginning }
        return new Lane(projection, store, at)
      }),
    )
    this.#received = this.#lanes.reduce(
      (most, lane) => (lane.position() > most ? lane.position() : most),
      beginning,
    )
    this.#level = new Dispatch(this.#lanes.filter((lane) => lane.position() === this.#received))
    this.#sendBehind(this.#lanes.filter((lane) => lane.position() < this.#received))
    this.#moved()
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopped
    const range = { after: this.#received, streams: this.#streams, batch: this.#batch, signal }
    for await (const { events, position } of this.#options.log.subscribe(range)) {
      while (this.#gate) await this.#gate
      if (signal.aborted) return
      this.#received = position
      await this.#feed(this.#level, { events, to: position, silentUntil: this.#headAtStart })
      this.#sendBehind(this.#level.lanes.filter((lane) => !lane.poison && lane.position() < position))
      await this.#settle()
    }
  }

  /** Takes lanes out of the subscription until they have caught up with it; one group after the other. */
  #sendBehind(lanes: readonly Lane[]): void {
    if (lanes.length === 0) return
    this.#level = new Dispatch(this.#level.lanes.filter((lane) => !lanes.includes(lane)))
    const turn = this.#background
    this.#background = turn.then(() => this.#catchUp(new Dispatch(lanes)))
  }

  async #catchUp(behind: Dispatch): Promise<void> {
    await this.#care.persist(() => this.#readMissed(behind))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gate = promise
    await this.#care.persist(() => this.#readMissed(behind))
    await this.#care.persist(() => this.#settle())
    this.#level = new Dispatch([...this.#level.lanes, ...behind.lanes])
    this.#gate = undefined
    resolve()
    // What was taken in on the way was announced to nobody.
    const [teller] = behind.lanes.filter((lane) => !lane.poison && lane.projection.announce)
    if (teller) this.#news.offer(teller, missedByAll)
  }

  /** Reads until every lane is where the subscription is now. */
  async #readMissed(behind: Dispatch): Promise<void> {
    const { log } = this.#options
    for (;;) {
      const until = this.#received
      const after = slowest(behind.lanes) ?? until
      if (after >= until || this.#care.isStopped()) return
      for await (const events of log.readAll({ after, until, streams: this.#streams, batch: this.#batch })) {
        if (this.#care.isStopped()) return
        await this.#feed(behind, { events, to: events.at(-1)?.position ?? after, silentUntil: until })
      }
      await this.#feed(behind, { events: [], to: until, silentUntil: until })
    }
  }

  async #feed(dispatch: Dispatch, stretch: Stretch): Promise<void> {
    const inboxes = dispatch.sort(stretch.events)
    const steps = dispatch.lanes.map((lane, at) =>
      advance(lane, { ...stretch, events: inboxes[at] ?? [] }, this.#care),
    )
    const changes = await Promise.all(steps)
    this.#moved()
    dispatch.lanes.forEach((lane, at) => this.#announce(lane, changes[at] ?? []))
  }

  #announce(lane: Lane, changes: readonly Change[]): void {
    if (changes.length === 0) return
    try {
      this.#news.offer(
        lane,
        changes.flatMap((change) => lane.projection.announce?.(change) ?? []),
      )
    } catch (error) {
      this.#care.report({ view: lane.view.name, error, isParked: false })
    }
  }

  /** Tells every lane once that its replay is over, so that nothing is left to put in order when all are ready. */
  async #settle(): Promise<void> {
    for (const lane of this.#lanes) {
      if (this.#settled.has(lane) || !(lane.poison || lane.position() >= this.#headAtStart)) continue
      await lane.settle()
      this.#settled.add(lane)
    }
    if (this.#settled.size === this.#lanes.length) this.#setReady()
  }

  #moved(): void {
    const position = slowest(this.#lanes) ?? this.#received
    this.#waiting.reached(position, this.#isWhole())
  }

  #isReached(position: bigint): boolean {
    return (
      this.#lanes.length === this.#options.projections.length &&
      (slowest(this.#lanes) ?? position) >= position
    )
  }

  #isWhole(): boolean {
    return this.#lanes.every((lane) => !lane.poison)
  }
}

/** Position of the slowest lane that is not parked; `undefined` if there is none. */
function slowest(lanes: readonly Lane[]): bigint | undefined {
  let least: bigint | undefined
  for (const lane of lanes)
    if (!lane.poison && (least === undefined || lane.position() < least)) least = lane.position()
  return least
}

const parkedAt = ({ event, cause }: Poison) => ({
  event: event.id,
  position: event.position,
  reason: String(cause),
})
