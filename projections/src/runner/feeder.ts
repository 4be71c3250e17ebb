import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ViewKey } from '@thirty/infra/views/views.ts'
import { Announcer } from './announcer.ts'
import { advance, show, type Stretch } from './advance.ts'
import type { Care } from './care.ts'
import { Dispatch } from './dispatch.ts'
import type { Lane } from './lane.ts'
import { Roster, slowest } from './roster.ts'

export type FeederOptions = {
  log: EventLog
  streams: readonly string[]
  batch: number
  care: Care
  scheduler: Scheduler
  /** Ends the subscription. */
  stopped: AbortSignal
  /** Hears whenever lanes came, went, moved or were shown. */
  onMoved(): void
  /** Hears when a view begins and ends to be fed. */
  onFed(view: ViewKey, isFed: boolean): void
}

/** Keeps lanes fed, which come and go: one subscription for those that are level, reading for those that are behind. */
export class Feeder {
  readonly #options: FeederOptions
  readonly #care: Care
  readonly #news: Announcer
  readonly #roster: Roster
  /** The lanes that the subscription feeds; the others are behind. */
  #level = new Dispatch([])
  /** Position up to which the subscription has handed out batches. */
  #received = beginning
  /** The last of those who take turns with the subscription. */
  #turn: Promise<unknown> = Promise.resolve()
  readonly #feeding = new Set<Promise<void>>()
  readonly #catchingUp = new Set<Promise<unknown>>()
  readonly #rebuilding = new Map<string, Promise<boolean>>()
  #left = new AbortController()
  #arrival = Promise.withResolvers<void>()

  constructor(options: FeederOptions) {
    const { scheduler, care } = options
    this.#options = options
    this.#care = care
    this.#news = new Announcer(scheduler, care)
    this.#roster = new Roster((view, isFed) => options.onFed(view, isFed))
    options.stopped.addEventListener('abort', () => this.#arrival.resolve())
  }

  /** Feeds until it is stopped. */
  async run(): Promise<void> {
    while (!this.#care.isStopped()) {
      if (this.#roster.isEmpty) await this.#arrival.promise
      else await this.#care.persist(() => this.#follow())
    }
    await Promise.allSettled([...this.#catchingUp, ...this.#rebuilding.values()])
  }

  lane(name: string): Lane | undefined {
    return this.#roster.lane(name)
  }

  /** Takes lanes in, each in place of one of the same view that is over; but none that is over itself. */
  add(opened: readonly Lane[]): void {
    this.#prune()
    const lanes = opened.filter((lane) => !lane.isOver())
    if (lanes.length === 0) return
    if (this.#roster.isEmpty) this.#beginWith(lanes)
    this.#roster.add(lanes)
    this.#sendBehind(lanes.filter((lane) => !this.#level.lanes.includes(lane)))
    this.#options.onMoved()
    this.#arrival.resolve()
  }

  /** Whether readers see all of everything that was there when it was begun to be fed. */
  isSettled(): boolean {
    return this.#roster.all().every((lane) => lane.isSettled())
  }

  /** Lets a lane go after the step under way, and after what it has to say. */
  async release(lane: Lane | undefined): Promise<void> {
    if (!lane) return
    lane.close()
    await Promise.all(this.#feeding)
    await this.#news.leave(lane)
    this.drop(lane)
  }

  /** Lets a lane go at once: it writes no more. */
  drop(lane: Lane | undefined): void {
    lane?.end()
    this.#prune()
  }

  /** To be called when nothing is fed any more. */
  async end(): Promise<void> {
    await Promise.all(this.#roster.all().map((lane) => this.release(lane)))
    this.#news.stop()
  }

  /**
   * Builds a view anew beside its live build, which is fed on, and lets the new one take its place. Answers whether it
   * did; if not, its readers see what they saw.
   */
  async rebuild(name: string): Promise<boolean> {
    const lane = this.#roster.lane(name)
    if (!lane?.isLive) return false
    const done = this.#rebuilding.get(name) ?? lane.beside().then((build) => this.#replay(lane, build))
    this.#rebuilding.set(name, done)
    return done.finally(() => this.#rebuilding.delete(name))
  }

  /** The subscription begins where the farthest of the first lanes is. */
  #beginWith(lanes: readonly Lane[]): void {
    this.#received = lanes.reduce(
      (most, lane) => (lane.position() > most ? lane.position() : most),
      beginning,
    )
    this.#level = new Dispatch(lanes.filter((lane) => lane.position() === this.#received))
  }

  async #follow(): Promise<void> {
    // The last lane may have gone while a subscription that broke was waited for: the next ones say where to begin.
    if (this.#roster.isEmpty) return
    const { log, streams, batch, stopped } = this.#options
    this.#left = new AbortController()
    const signal = AbortSignal.any([stopped, this.#left.signal])
    for await (const { events, position } of log.subscribe({
      after: this.#received,
      streams,
      batch,
      signal,
    })) {
      await this.#alone(async () => {
        if (signal.aborted) return
        const after = this.#received
        this.#received = position
        await this.#feed(this.#level, { events, after, to: position })
        if (signal.aborted) return
        this.#sendBehind(this.#leftBehind(this.#level.lanes))
        await this.#settle(this.#level.lanes)
        this.#sendBehind(this.#leftBehind(this.#level.lanes))
      })
      if (signal.aborted) return
    }
  }

  /** Takes lanes out of the subscription until they have caught up with it. */
  #sendBehind(lanes: readonly Lane[]): void {
    if (lanes.length === 0) return
    this.#level = new Dispatch(this.#level.lanes.filter((lane) => !lanes.includes(lane)))
    const done = this.#catchUp(new Dispatch(lanes)).finally(() => this.#catchingUp.delete(done))
    this.#catchingUp.add(done)
  }

  async #catchUp(behind: Dispatch): Promise<void> {
    await this.#readMissed(behind)
    await this.#alone(async () => {
      await this.#readMissed(behind)
      await this.#settle(behind.lanes)
      this.#level = new Dispatch([...this.#level.lanes, ...behind.lanes.filter((lane) => lane.isFed())])
      this.#sendBehind(this.#leftBehind(behind.lanes))
    })
  }

  /** Those that missed something: they were found elsewhere, or begin anew because they could not be shown. */
  #leftBehind(lanes: readonly Lane[]): Lane[] {
    // Nothing is read for them any more.
    if (this.#care.isStopped()) return []
    return lanes.filter((lane) => lane.isFed() && !lane.poison && lane.position() < this.#received)
  }

  async #replay(lane: Lane, build: Lane): Promise<boolean> {
    const behind = new Dispatch([build])
    await this.#readMissed(behind)
    return this.#alone(async () => {
      await this.#readMissed(behind)
      try {
        if (build.poison) await build.discard()
        if (build.poison || !build.isFed() || !lane.isFed() || this.#care.isStopped()) return false
        await lane.become(build)
        await this.#settle([lane])
        return true
      } catch (error) {
        // Lost or led by somebody else meanwhile: its lane will notice as well.
        this.#care.report({ view: lane.view.name, error, isParked: false })
        return false
      } finally {
        build.end()
        this.#options.onMoved()
      }
    })
  }

  /** Reads until every lane is where the subscription is now. */
  async #readMissed(behind: Dispatch): Promise<void> {
    await this.#care.persist(async () => {
      const { log, streams, batch } = this.#options
      for (;;) {
        const until = this.#received
        const after = slowest(behind.lanes) ?? until
        if (after >= until || this.#care.isStopped()) return
        let from = after
        for await (const events of log.readAll({ after, until, streams, batch })) {
          if (this.#care.isStopped() || slowest(behind.lanes) === undefined) return
          const to = events.at(-1)?.position ?? from
          await this.#feed(behind, { events, after: from, to })
          from = to
        }
        await this.#feed(behind, { events: [], after: from, to: until })
      }
    })
  }

  async #feed(dispatch: Dispatch, stretch: Stretch): Promise<void> {
    const done = this.#advance(dispatch, stretch).finally(() => this.#feeding.delete(done))
    this.#feeding.add(done)
    await done
  }

  async #advance(dispatch: Dispatch, stretch: Stretch): Promise<void> {
    const inboxes = dispatch.sort(stretch.events)
    const steps = dispatch.lanes.map((lane, at) =>
      advance(lane, { ...stretch, events: inboxes[at] ?? [] }, this.#care),
    )
    const changes = await Promise.all(steps)
    this.#options.onMoved()
    dispatch.lanes.forEach((lane, at) => this.#news.announce(lane, changes[at] ?? []))
    this.#prune()
  }

  /** Shows those to their readers that have come far enough. Whatever was missed on the way is to be fetched. */
  async #settle(lanes: readonly Lane[]): Promise<void> {
    const ready = lanes.filter((lane) => !lane.isLive && lane.isCaughtUp())
    await Promise.all(ready.map((lane) => show(lane, this.#care)))
    if (ready.length > 0) this.#options.onMoved()
    this.#news.breakSilence(lanes)
  }

  /** One at a time, in turns with the batches of the subscription. */
  #alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#turn.then(work, work)
    this.#turn = done
    return done
  }

  /** Forgets lanes that are over; without any there is nothing to follow. */
  #prune(): void {
    if (!this.#roster.prune()) return
    this.#level = new Dispatch(this.#level.lanes.filter((lane) => !lane.isOver()))
    if (this.#roster.isEmpty) {
      this.#left.abort()
      this.#arrival = Promise.withResolvers()
    }
    this.#options.onMoved()
  }
}
