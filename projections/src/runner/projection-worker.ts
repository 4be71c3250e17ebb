// Runs one projection until it is stopped: opens its build, applies the log to it, lets queries read it once it has caught up, publishes what
// changes in it, and tries again after failures. Workers share the reader of the log but wait neither for it to read nor for each other.

import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { beginning, LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import {
  CheckpointMismatch,
  Fenced,
  ReadModelNotBuilt,
  type Lease,
} from '@thirty/infra/read-models/read-models.ts'
import { pause } from '@thirty/infra/scheduler.ts'
import { UpdateBatcher } from '../batch-updates.ts'
import { type UpdateChannel, keyOf, type RegisteredProjection } from '../registered-projection.ts'
import { PoisonEvent, type BufferBudget } from './build-buffer.ts'
import { beginBuild, openBuild, type Build, type BuildContext, type FillBuild } from './build.ts'
import type { ReadModelPosition } from './progress.ts'
import { LogNotReadable, RetrySchedule, type RunnerParts } from './retries.ts'
import { followAlone, type SharedReader } from './shared-reader.ts'

export type WorkerOptions = RunnerParts & {
  registered: RegisteredProjection
  reader: SharedReader
  /** Missing if no other process shares the store. It expires by the clock of this process. */
  lease: { readonly stored: Lease; validUntil: number } | undefined
  bufferBudget: BufferBudget
  hasListeners: HasListeners | undefined
  /** Called when the live build turned out to be of an older epoch. */
  onOutdated(): void
  onEnded(): void
}

export class ProjectionWorker {
  readonly readModel: ReadModelPosition['readModel']
  readonly #becameReady = Promise.withResolvers<void>()
  /** Resolves when queries read everything that was in the log when it was opened, or must do without because it is parked or has ended. */
  readonly ready = this.#becameReady.promise
  readonly #options: WorkerOptions
  readonly #context: BuildContext
  /** Live updates: to everybody, and to readers who see more than the others now. None for a read model without any. */
  readonly #batchers: readonly UpdateBatcher[]
  /** Whether clients may have missed updates and were not asked to resync yet. */
  #mayHaveMissedUpdates: boolean
  readonly #retrySchedule = new RetrySchedule()
  /** Runs steps, messages, and operations between steps one at a time. */
  readonly #inTurn = concurrencyLimit({ maxConcurrent: 1, maxQueued: Infinity })
  /** Aborted when it was asked to stop, when it must no longer write, and when either makes it begin no further step. */
  readonly #stopping = new AbortController()
  readonly #ended = new AbortController()
  readonly #closed: AbortSignal
  /** Aborted when the log was replaced since the build was compared with it. */
  #replaced: AbortSignal
  #build: Build | undefined
  /** What was in the log when the build was opened. It is applied before the build is activated, and its changes are not published. */
  #head = beginning
  /** Why it stands still until it is tried again, and where. */
  #parked: ReadModelPosition['parked']
  #rebuilding: Promise<boolean> | undefined
  #done = Promise.resolve()

  constructor(options: WorkerOptions) {
    const { registered, lease, reader, retryPolicy } = options
    this.#options = options
    this.readModel = keyOf(registered.projection)
    this.#closed = AbortSignal.any([this.#stopping.signal, this.#ended.signal, retryPolicy.stopped])
    this.#replaced = reader.replaced
    this.#mayHaveMissedUpdates = lease !== undefined
    const batcher = (channel: UpdateChannel, positionOf: (build: Build) => bigint) =>
      new UpdateBatcher({
        ...options,
        channel,
        stamp: () => this.#build && { position: positionOf(this.#build), epoch: this.#build.epoch },
        send: (messages) => this.#inTurn(async () => this.#build?.send(messages)),
        onFailure: (error) => this.#report(error, false),
      })
    this.#batchers = [
      ...(registered.liveUpdates ? [batcher(registered, ({ changedAt }) => changedAt)] : []),
      // Messages to insiders have the position of everything that was applied.
      ...(registered.insiders ? [batcher(registered.insiders, ({ position }) => position)] : []),
    ]
    this.#context = {
      ...options,
      projection: registered.projection,
      isStopped: () => this.isStopped(),
      publish: (changes) => {
        const published = changes.filter(({ event }) => event.position > this.#head)
        if (published.length > 0) for (const each of this.#batchers) each.publish(published)
      },
    }
  }

  progress(): ReadModelPosition {
    return {
      readModel: this.readModel,
      position: this.#build?.position ?? beginning,
      isLive: this.#build?.isLive === true,
      ...(this.#parked && { parked: this.#parked }),
    }
  }

  /** Whether it must no longer write. */
  isStopped(): boolean {
    const { lease, scheduler } = this.#options
    // An expired lease must not become valid again, even if the store renewed it late.
    if (lease && scheduler.monotonic() >= lease.validUntil) this.#ended.abort()
    return this.#ended.signal.aborted
  }

  get isStopRequested(): boolean {
    return this.#stopping.signal.aborted || this.#options.retryPolicy.stopped.aborted
  }

  /** Runs it. Resolves when it was stopped, its last step and its rebuild have ended, and its lease was released. */
  async run(): Promise<void> {
    this.#done = this.#runUntilStopped()
    await this.#done
    await this.#rebuilding?.catch(() => false)
  }

  /** Stops it after its current step and after its waiting updates were sent, and releases its lease. A rebuild ends at its next write. */
  stop(): Promise<void> {
    this.#stopping.abort()
    return this.#done
  }

  /** Stops at once: nothing more is written, and what is in memory only is forgotten. */
  end(): void {
    this.#ended.abort()
    for (const batcher of this.#batchers) batcher.stop()
    this.#build?.discardBuffer()
    this.#becameReady.resolve()
  }

  /** Continues under a lease that the store has renewed; false if it cannot, because it has another one or ended. */
  renew(stored: Lease | undefined, validUntil: number): boolean {
    const { lease } = this.#options
    if (!lease || this.isStopped() || lease.stored.fence !== stored?.fence) return false
    lease.validUntil = validUntil
    return true
  }

  /**
   * Lets the build be opened again if it cannot be continued: the store restarted from an older state and lost steps or the build, or the
   * build is of an older epoch. Otherwise it would only be noticed with the next event, or never.
   */
  async checkLiveBuild(): Promise<void> {
    const build = this.#build
    if (!build?.isLive) return
    const { position } = build
    const live = await this.#options.store.liveBuild(this.readModel)
    if (live === undefined || live.checkpoint < position || live.outdatedSince !== undefined) build.close()
  }

  /**
   * Applies the log to a build beside the live one, which stays up to date meanwhile, and switches over between two steps. False if it did
   * not switch over, because of a poison event or because the live build cannot be continued either. A rebuild in progress is shared.
   */
  async rebuild(fill?: FillBuild): Promise<boolean> {
    const live = this.#build
    if (!live?.isLive || this.#closed.aborted) return false
    this.#rebuilding ??= this.#rebuildBeside(live, fill).finally(() => (this.#rebuilding = undefined))
    return this.#rebuilding
  }

  async #rebuildBeside(live: Build, fill?: FillBuild): Promise<boolean> {
    const { log, batch, store, retryPolicy } = this.#options
    const signal = AbortSignal.any([this.#closed, this.#replaced, live.closed])
    const build = await beginBuild(this.#context, fill)
    const isGoingOn = () => !this.isStopped() && !signal.aborted
    const isBehind = () => build.position < live.position
    const catchUp = (isDone: (isAtEnd: boolean) => boolean) =>
      retryPolicy.whileUnavailable(this.readModel.name, async () => {
        for await (const read of followAlone(log, build, { batch, signal })) {
          if (!isGoingOn()) return
          await build.apply(read)
          if (isDone(read.caughtUp)) return
        }
      })
    try {
      await catchUp((isAtEnd) => isAtEnd && !isBehind())
      if (isGoingOn()) await build.storeBuffer()
      return await this.#inTurn(async () => {
        // The last events, while the live build stands still.
        if (isBehind()) await catchUp(() => !isBehind())
        if (!isGoingOn()) return false
        await build.activate()
        // Nobody continues to read for it.
        live.close()
        this.#continueWith(build)
        this.#succeeded()
        return true
      })
    } catch (error) {
      const isPoison = error instanceof PoisonEvent
      this.#report(error, isPoison)
      // Others were lost, or another process holds the lease. The live build will notice it as well.
      if (isPoison) await store.drop(build.key).catch((failure: unknown) => this.#report(failure, false))
      return false
    } finally {
      if (!build.isLive) build.discardBuffer()
    }
  }

  async #runUntilStopped(): Promise<void> {
    while (!this.isStopped() && !this.#closed.aborted) {
      try {
        await this.#advance()
      } catch (error) {
        await this.#recover(error)
      }
    }
    // After the current step.
    await this.#inTurn(async () => undefined)
    await Promise.all(this.#batchers.map((batcher) => batcher.flush()))
    const { lease, store, onEnded } = this.#options
    const isHeld = lease && !this.isStopped()
    this.end()
    // Otherwise it expires.
    if (isHeld) await store.releaseLease(lease.stored).catch(() => undefined)
    onEnded()
  }

  /** Opens the build, if there is none that can be continued, and applies the log to it until it is closed. */
  async #advance(): Promise<void> {
    const build = this.#build?.closed.aborted === false ? this.#build : await this.#open()
    await this.#activateIfCaughtUp()
    if (this.isStopped()) return
    const signal = AbortSignal.any([this.#closed, build.closed])
    for await (const batch of this.#options.reader.follow(build, this.#replaced, signal)) {
      if (this.isStopped() || signal.aborted) return
      await this.#inTurn(() => build.apply(batch))
      this.#succeeded()
      if (batch.caughtUp && build.position < this.#head) await this.#requireHead()
      await this.#activateIfCaughtUp()
    }
  }

  /** Opens the build again, or for the first time, also when it is at another checkpoint than before. */
  #open(): Promise<Build> {
    const { log, reader, onOutdated } = this.#options
    this.#replaced = reader.replaced
    return this.#inTurn(async () => {
      const { build, head, replacesOutdated } = await openBuild(this.#context, log)
      this.#continueWith(build)
      this.#head = head
      this.#mayHaveMissedUpdates ||= replacesOutdated
      if (replacesOutdated) onOutdated()
      return build
    })
  }

  /** Throws `LogReplaced` if the log is shorter now: a build that had applied nothing recognises no other log by its events. */
  async #requireHead(): Promise<void> {
    const head = await this.#options.log.head().catch((error: unknown) => {
      throw new LogNotReadable(error)
    })
    if (head < this.#head) throw new LogReplaced({ position: this.#head })
  }

  #continueWith(build: Build): void {
    this.#mayHaveMissedUpdates ||= this.#build !== undefined
    this.#build?.discardBuffer()
    this.#build = build
  }

  /** Whether queries read everything that was in the log when the build was opened. */
  #isComplete(): boolean {
    return this.#build?.isLive === true && this.#build.position >= this.#head
  }

  /** Lets queries read the build once it has applied what was in the log. Throws `LogReplaced`. */
  async #activateIfCaughtUp(): Promise<void> {
    this.#replaced.throwIfAborted()
    if (this.#build && this.#build.position >= this.#head) await this.#activate(this.#build)
    this.#requestResync()
    if (this.#isComplete()) this.#becameReady.resolve()
  }

  /** Lets queries read a build as it is, unless they do so already. */
  async #activate(build: Build): Promise<void> {
    if (build.isLive) return
    await this.#inTurn(() => build.activate())
    // The rest of what was in the log is not published.
    this.#mayHaveMissedUpdates ||= !this.#isComplete()
    this.#succeeded()
  }

  /** Asks all clients to resync if they may have missed updates, once they can read what they missed. */
  #requestResync(isParked = false): void {
    if (!this.#mayHaveMissedUpdates || !this.#build?.isLive || !(isParked || this.#isComplete())) return
    this.#mayHaveMissedUpdates = !this.#isComplete()
    for (const batcher of this.#batchers) batcher.requestResync()
  }

  #succeeded(): void {
    this.#parked = undefined
    this.#retrySchedule.succeeded(this.#build?.isLive === true)
  }

  /** Reports a failure, and returns when it may try again. */
  async #recover(failure: unknown): Promise<void> {
    const build = this.#build
    const isReplaced = failure instanceof LogReplaced
    if (isReplaced) build?.close()
    const isPoison = failure instanceof PoisonEvent
    // Shows readers what could be built before the event.
    if (isPoison && build)
      await this.#activate(build).catch((error: unknown) => {
        this.#report(error, false)
        build.close()
      })
    const { delayMs, isParked } = this.#retrySchedule.failed(failure)
    // Opening the read model compares it with the log, and reports what it finds.
    if (delayMs === 0) return
    this.#report(isReplaced ? new LogNotReadable(failure) : failure, isParked)
    if (failure instanceof Fenced) this.end()
    if (isParked) {
      // Not at each try.
      if (!this.#parked) this.#requestResync(true)
      this.#parked = isPoison
        ? { reason: String(failure.cause), event: failure.event.id }
        : { reason: String(failure) }
      this.#becameReady.resolve()
    }
    // A build that is closed meanwhile has been replaced, or is to be opened again.
    const waits = [this.#closed, ...(build && !build.closed.aborted ? [build.closed] : [])]
    if (!this.isStopped()) await pause(this.#options.scheduler, delayMs, AbortSignal.any(waits))
    if (failure instanceof ReadModelNotBuilt || failure instanceof CheckpointMismatch) build?.close()
  }

  #report(error: unknown, isParked: boolean): void {
    // One whose lease expired was reported when the lease was lost.
    if (this.isStopped()) return
    this.#options.retryPolicy.report({ projection: this.readModel.name, error, isParked })
  }
}
