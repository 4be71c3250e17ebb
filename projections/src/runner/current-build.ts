// The build with which a worker continues: opens it, activates it once it has caught up, publishes what changes in it, and replaces it by
// one that was rebuilt beside it.

import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import { UpdateBatcher } from '../batch-updates.ts'
import type { RegisteredProjection, UpdateChannel } from '../registered-projection.ts'
import { PoisonEvent } from './apply-events.ts'
import { beginBuild, openBuild, type Build, type BuildContext, type FillBuild } from './build.ts'
import { OperationQueue, type RunnerParts } from './retries.ts'
import { followAlone, type SharedReader } from './shared-reader.ts'

export type CurrentBuildOptions = RunnerParts &
  Omit<BuildContext, 'projection' | 'publisher'> & {
    registered: RegisteredProjection
    reader: SharedReader
    hasListeners: HasListeners | undefined
    /** Aborted when no further step begins. */
    closed: AbortSignal
    onProgress(): void
    /** Called when the live build turned out to be of an older epoch. */
    onOutdated(): void
    report(error: unknown, isParked: boolean): void
  }

export class CurrentBuild {
  readonly #options: CurrentBuildOptions
  readonly #context: BuildContext
  /** Live updates: to everybody, and to readers who see more than the others now. None for a read model without any. */
  readonly #batchers: readonly UpdateBatcher[]
  /** Events up to the position `after` are not published: they were published before, or applied before the build was live. */
  readonly #publisher: NonNullable<BuildContext['publisher']>
  /** Whether clients may have missed updates and were not asked to resync yet. */
  #mayHaveMissedUpdates: boolean
  /** Steps, messages, and operations between steps. */
  readonly #operations = new OperationQueue()
  /** Aborted when the log was replaced since the build was compared with it. */
  #replaced: AbortSignal
  #build: Build | undefined
  /** What was in the log when the build began, and earlier builds had applied, is applied before it is activated. */
  #head = beginning
  /** Whether the log was replaced since the build was opened, so that its positions mean nothing any more. */
  #hasSeenOtherLog = false

  constructor(options: CurrentBuildOptions) {
    const { registered, lease, reader } = options
    this.#options = options
    const batcher = (channel: UpdateChannel, changedAt: () => bigint | undefined) =>
      new UpdateBatcher({
        ...options,
        channel,
        changedAt: () => changedAt() ?? beginning,
        epoch: () => this.#build?.epoch ?? '',
        send: (messages) => this.#operations.run(async () => this.#build?.send(messages)),
        onFailure: (error) => options.report(error, false),
      })
    this.#batchers = [
      ...(registered.liveUpdates ? [batcher(registered, () => this.#build?.changedAt)] : []),
      // Messages to insiders have the position of everything that was applied.
      ...(registered.insiders ? [batcher(registered.insiders, () => this.#build?.position)] : []),
    ]
    this.#publisher = {
      after: beginning,
      publish: (changes) => this.#batchers.forEach((batcher) => batcher.publish(changes)),
    }
    this.#mayHaveMissedUpdates = lease !== undefined
    const publisher = this.#batchers.length > 0 ? this.#publisher : undefined
    this.#context = { ...options, projection: registered.projection, publisher }
    this.#replaced = reader.replaced
  }

  get isLive(): boolean {
    return this.#build?.isLive === true
  }

  get position(): bigint {
    return this.#build?.position ?? beginning
  }

  /** Whether queries read everything that was in the log when it was opened. */
  get isComplete(): boolean {
    return this.isLive && this.position >= this.#head
  }

  /** Opens the build, if there is none that can be continued, and applies the log to it. Yields after each step, and when it goes live. */
  async *advance(): AsyncGenerator<void> {
    const { reader, closed, isStopped } = this.#options
    if (this.#build?.closed.aborted !== false) await this.#open()
    if (await this.#activateIfCaughtUp()) yield
    const build = this.#build
    if (isStopped() || closed.aborted || !build) return
    const signal = AbortSignal.any([closed, build.closed])
    for await (const range of reader.follow(build, this.#replaced, signal)) {
      if (isStopped() || signal.aborted) return
      await this.#operations.run(async () => this.#build?.apply(range))
      yield
      if (await this.#activateIfCaughtUp()) yield
    }
  }

  /** Lets queries read the build as it is; false if they do so already. */
  async activate(): Promise<boolean> {
    const build = this.#build
    if (!build || build.isLive) return false
    await this.#operations.run(() => build.activate())
    this.#publisher.after = larger(this.#publisher.after, build.position)
    return true
  }

  /** Asks all clients to resync if they may have missed updates, once they can read what they missed. */
  requestResync(isParked = false): void {
    if (!this.#mayHaveMissedUpdates || !this.isLive || !(isParked || this.isComplete)) return
    this.#mayHaveMissedUpdates = false
    for (const batcher of this.#batchers) batcher.requestResync()
  }

  /** Lets it be opened again, because it cannot be continued. `isOtherLog`: because of another history of the log. */
  close({ isOtherLog = false } = {}): void {
    this.#build?.close()
    this.#hasSeenOtherLog ||= isOtherLog
  }

  /** Aborted when it was replaced, or is to be opened again. */
  get closed(): AbortSignal | undefined {
    return this.#build?.closed
  }

  /**
   * Lets it be opened again if it cannot be continued: the store restarted from an older state and lost steps or the build, or the build is
   * of an older epoch. Otherwise it would only be noticed with the next event, or never.
   */
  async check(): Promise<void> {
    const build = this.#build
    if (!build?.isLive) return
    const { position } = build
    const live = await this.#options.store.liveBuild(build.projection)
    if (live === undefined || live.checkpoint < position || live.outdatedSince !== undefined) build.close()
  }

  /**
   * Applies the log to a build beside the live one, which stays up to date meanwhile, and switches over between two steps. False if it did
   * not switch over, because of a poison event or because the live build cannot be continued either.
   */
  async rebuild(fill?: FillBuild): Promise<boolean> {
    const { log, batch, store, retryPolicy, closed, report } = this.#options
    const signal = AbortSignal.any([closed, this.#replaced, ...(this.#build ? [this.#build.closed] : [])])
    const build = await beginBuild(this.#context, fill)
    const isGoingOn = () => !this.#options.isStopped() && !signal.aborted
    const isBehind = () => build.position < this.position
    const catchUp = (isDone: (isAtEnd: boolean) => boolean) =>
      retryPolicy.whileUnavailable(build.projection.name, async () => {
        for await (const range of followAlone(log, build, { batch, signal })) {
          if (!isGoingOn()) return
          await build.apply(range)
          if (isDone(range.caughtUp)) return
        }
      })
    try {
      await catchUp((isAtEnd) => isAtEnd && !isBehind())
      if (isGoingOn()) await build.storeBuffer()
      return await this.#operations.run(async () => {
        // The last events, while the live build stands still.
        if (isBehind()) await catchUp(() => !isBehind())
        if (!isGoingOn()) return false
        await build.activate()
        // Nobody continues to read for it.
        this.#build?.close()
        this.#continueWith(build)
        this.#publisher.after = larger(this.#publisher.after, larger(this.#head, build.position))
        this.requestResync()
        return true
      })
    } catch (error) {
      const isPoison = error instanceof PoisonEvent
      report(error, isPoison)
      // Others were lost, or another process holds the lease. The live build will notice it as well.
      if (isPoison) await store.drop(build.key).catch((failure: unknown) => report(failure, false))
      return false
    } finally {
      if (!build.isLive) build.discardBuffer()
    }
  }

  /** Waits for the current step, and sends the waiting updates at once. */
  async flush(): Promise<void> {
    await this.#operations.run(async () => undefined)
    await Promise.all(this.#batchers.map((batcher) => batcher.flush()))
  }

  /** Forgets everything that is in memory only. */
  end(): void {
    for (const batcher of this.#batchers) batcher.stop()
    this.#build?.discardBuffer()
  }

  /** Opens the build again, or for the first time. Nothing is published twice, also when it is at another checkpoint than before. */
  async #open(): Promise<void> {
    const { log, reader, onProgress, onOutdated } = this.#options
    this.#hasSeenOtherLog ||= this.#replaced.aborted
    this.#replaced = reader.replaced
    await this.#operations.run(async () => {
      const { build, head, replacesOutdated } = await openBuild(this.#context, log)
      const previous = this.#build
      const isOtherLog = replacesOutdated || this.#hasSeenOtherLog
      this.#hasSeenOtherLog = false
      this.#continueWith(build)
      this.#mayHaveMissedUpdates ||= isOtherLog
      // Positions of another history of the log mean nothing in this one.
      const isSameLog = previous !== undefined && !isOtherLog
      this.#head = isSameLog ? larger(larger(this.#head, head), previous.position) : head
      this.#publisher.after = isSameLog ? larger(this.#publisher.after, previous.position) : head
      if (isOtherLog) onOutdated()
    })
    onProgress()
  }

  /** Lets queries read the build once it has applied what was in the log; whether it went live now. Throws `LogReplaced`. */
  async #activateIfCaughtUp(): Promise<boolean> {
    this.#replaced.throwIfAborted()
    const isActivated = this.position >= this.#head && (await this.activate())
    this.requestResync()
    return isActivated
  }

  #continueWith(build: Build): void {
    this.#mayHaveMissedUpdates ||= this.#build !== undefined
    this.#build?.discardBuffer()
    this.#build = build
  }
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
