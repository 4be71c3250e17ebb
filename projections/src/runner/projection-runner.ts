import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { UpdatePublisher } from './update-publisher.ts'
import { advanceWorker, activateWorker, storeBuffer, type EventRange } from './advance-worker.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { EventRouter } from './event-router.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import { WorkerRegistry, slowestPosition } from './worker-registry.ts'

export type ProjectionRunnerOptions = {
  log: EventLog
  streams: readonly string[]
  batch: number
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Ends the subscription. */
  stopped: AbortSignal
  /** Hears whenever lanes came, went, moved or were shown. */
  onProgress(): void
  /** Hears when a view begins and ends to be fed. */
  onRunningChanged(view: ReadModelKey, isFed: boolean): void
}

/** Keeps lanes fed, which come and go: one subscription for those that are level, reading for those that are behind. */
export class ProjectionRunner {
  readonly #options: ProjectionRunnerOptions
  readonly #care: RetryPolicy
  readonly #news: UpdatePublisher
  readonly #roster: WorkerRegistry
  /** The lanes that the subscription feeds; the others are behind. */
  #level = new EventRouter([])
  /** Position up to which the subscription has handed out batches. */
  #received = beginning
  /** The last of those who take turns with the subscription. */
  #turn: Promise<unknown> = Promise.resolve()
  readonly #feeding = new Set<Promise<void>>()
  readonly #catchingUp = new Set<Promise<unknown>>()
  readonly #rebuilding = new Map<string, Promise<boolean>>()
  #left = new AbortController()
  #arrival = Promise.withResolvers<void>()

  constructor(options: ProjectionRunnerOptions) {
    const { scheduler, retryPolicy: care } = options
    this.#options = options
    this.#care = care
    this.#news = new UpdatePublisher(scheduler, care)
    this.#roster = new WorkerRegistry((view, isFed) => options.onRunningChanged(view, isFed))
    options.stopped.addEventListener('abort', () => this.#arrival.resolve())
  }

  /** Feeds until it is stopped. */
  async run(): Promise<void> {
    while (!this.#care.isStopped()) {
      if (this.#roster.isEmpty) await this.#arrival.promise
      else await this.#care.retryUntilStopped(() => this.#follow())
    }
    await Promise.allSettled([...this.#catchingUp, ...this.#rebuilding.values()])
  }

  findWorker(name: string): ProjectionWorker | undefined {
    return this.#roster.find(name)
  }

  /** Takes lanes in, each in place of one of the same view that is over; but none that is over itself. */
  add(opened: readonly ProjectionWorker[]): void {
    this.#prune()
    const lanes = opened.filter((lane) => !lane.isStopped())
    if (lanes.length === 0) return
    if (this.#roster.isEmpty) this.#beginWith(lanes)
    this.#roster.add(lanes)
    this.#sendBehind(lanes.filter((lane) => !this.#level.workers.includes(lane)))
    this.#options.onProgress()
    this.#arrival.resolve()
  }

  /** Whether readers see all of everything that was there when it was begun to be fed. */
  isReady(): boolean {
    return this.#roster.all().every((lane) => lane.isReady())
  }

  /** Lets a lane go after the step under way, and after what it has to say. */
  async stopGracefully(lane: ProjectionWorker | undefined): Promise<void> {
    if (!lane) return
    lane.stopApplying()
    await Promise.all(this.#feeding)
    await this.#news.flush(lane)
    this.stopImmediately(lane)
  }

  /** Lets a lane go at once: it writes no more. */
  stopImmediately(lane: ProjectionWorker | undefined): void {
    lane?.stop()
    this.#prune()
  }

  /** To be called when nothing is fed any more. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#roster.all().map((lane) => this.stopGracefully(lane)))
    this.#news.stop()
  }

  /**
   * Builds a view anew beside its live build, which is fed on, and lets the new one take its place. Answers whether it
   * did; if not, its readers see what they saw.
   */
  async rebuild(name: string): Promise<boolean> {
    const lane = this.#roster.find(name)
    if (!lane?.isLive) return false
    const done = this.#rebuilding.get(name) ?? lane.beginRebuild().then((build) => this.#replay(lane, build))
    this.#rebuilding.set(name, done)
    return done.finally(() => this.#rebuilding.delete(name))
  }

  /** The subscription begins where the farthest of the first lanes is. */
  #beginWith(lanes: readonly ProjectionWorker[]): void {
    this.#received = lanes.reduce(
      (most, lane) => (lane.position() > most ? lane.position() : most),
      beginning,
    )
    this.#level = new EventRouter(lanes.filter((lane) => lane.position() === this.#received))
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
        await this.#feed(this.#level, { events, afterPosition: after, upToPosition: position })
        if (signal.aborted) return
        this.#sendBehind(this.#leftBehind(this.#level.workers))
        await this.#settle(this.#level.workers)
        this.#sendBehind(this.#leftBehind(this.#level.workers))
      })
      if (signal.aborted) return
    }
  }

  /** Takes lanes out of the subscription until they have caught up with it. */
  #sendBehind(lanes: readonly ProjectionWorker[]): void {
    if (lanes.length === 0) return
    this.#level = new EventRouter(this.#level.workers.filter((lane) => !lanes.includes(lane)))
    const done = this.#catchUp(new EventRouter(lanes)).finally(() => this.#catchingUp.delete(done))
    this.#catchingUp.add(done)
  }

  async #catchUp(behind: EventRouter): Promise<void> {
    await this.#readMissed(behind)
    // Before its turn, which the subscription waits for.
    await Promise.all(
      behind.workers.filter((lane) => lane.isCaughtUp()).map((lane) => storeBuffer(lane, this.#care)),
    )
    await this.#alone(async () => {
      await this.#readMissed(behind)
      await this.#settle(behind.workers)
      this.#level = new EventRouter([
        ...this.#level.workers,
        ...behind.workers.filter((lane) => lane.isRunning()),
      ])
      this.#sendBehind(this.#leftBehind(behind.workers))
    })
  }

  /** Those that missed something: they were found elsewhere, or begin anew because they could not be shown. */
  #leftBehind(lanes: readonly ProjectionWorker[]): ProjectionWorker[] {
    // Nothing is read for them any more.
    if (this.#care.isStopped()) return []
    return lanes.filter((lane) => lane.isRunning() && !lane.poison && lane.position() < this.#received)
  }

  async #replay(lane: ProjectionWorker, build: ProjectionWorker): Promise<boolean> {
    const behind = new EventRouter([build])
    await this.#readMissed(behind)
    if (!build.poison) await storeBuffer(build, this.#care)
    return this.#alone(async () => {
      await this.#readMissed(behind)
      try {
        if (build.poison) await build.discardBuild()
        if (build.poison || !build.isRunning() || !lane.isRunning() || this.#care.isStopped()) return false
        await lane.switchTo(build)
        await this.#settle([lane])
        return true
      } catch (error) {
        // Lost or led by somebody else meanwhile: its lane will notice as well.
        this.#care.report({ projection: lane.definition.name, error, isParked: false })
        return false
      } finally {
        build.stop()
        this.#options.onProgress()
      }
    })
  }

  /** Reads until every lane is where the subscription is now. */
  async #readMissed(behind: EventRouter): Promise<void> {
    await this.#care.retryUntilStopped(async () => {
      const { log, streams, batch } = this.#options
      for (;;) {
        const until = this.#received
        const after = slowestPosition(behind.workers) ?? until
        if (after >= until || this.#care.isStopped()) return
        let from = after
        for await (const events of log.readAll({ after, until, streams, batch })) {
          if (this.#care.isStopped() || slowestPosition(behind.workers) === undefined) return
          const to = events.at(-1)?.position ?? from
          await this.#feed(behind, { events, afterPosition: from, upToPosition: to })
          from = to
        }
        await this.#feed(behind, { events: [], afterPosition: from, upToPosition: until })
      }
    })
  }

  async #feed(dispatch: EventRouter, stretch: EventRange): Promise<void> {
    const done = this.#advance(dispatch, stretch).finally(() => this.#feeding.delete(done))
    this.#feeding.add(done)
    await done
  }

  async #advance(dispatch: EventRouter, stretch: EventRange): Promise<void> {
    const inboxes = dispatch.route(stretch.events)
    const steps = dispatch.workers.map((lane, at) =>
      advanceWorker(lane, { ...stretch, events: inboxes[at] ?? [] }, this.#care),
    )
    const changes = await Promise.all(steps)
    this.#options.onProgress()
    dispatch.workers.forEach((lane, at) => this.#news.publish(lane, changes[at] ?? []))
    this.#prune()
  }

  /** Shows those to their readers that have come far enough. Whatever was missed on the way is to be fetched. */
  async #settle(lanes: readonly ProjectionWorker[]): Promise<void> {
    const ready = lanes.filter((lane) => !lane.isLive && lane.isCaughtUp())
    await Promise.all(ready.map((lane) => activateWorker(lane, this.#care)))
    if (ready.length > 0) this.#options.onProgress()
    this.#news.requestResync(lanes)
  }

  /** One at a time, in turns with the batches of the subscription. */
  #alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#turn.then(work, work)
    this.#turn = done
    return done
  }

  /** Forgets lanes that are over; without any there is nothing to follow. */
  #prune(): void {
    if (!this.#roster.removeStopped()) return
    this.#level = new EventRouter(this.#level.workers.filter((lane) => !lane.isStopped()))
    if (this.#roster.isEmpty) {
      this.#left.abort()
      this.#arrival = Promise.withResolvers()
    }
    this.#options.onProgress()
  }
}
