// Runs one projection until it is stopped: applies the log to its read model, and tries again after failures. Workers share the reader of
// the log but wait neither for it to read nor for each other.

import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { pause } from '@thirty/infra/scheduler.ts'
import {
  CheckpointMismatch,
  Fenced,
  ReadModelNotBuilt,
  type Lease,
} from '@thirty/infra/read-models/read-models.ts'
import { keyOf } from '../registered-projection.ts'
import { PoisonEvent } from './apply-events.ts'
import type { FillBuild } from './build.ts'
import { CurrentBuild, type CurrentBuildOptions } from './current-build.ts'
import type { ReadModelPosition } from './progress.ts'
import { LogNotReadable, RetrySchedule } from './retries.ts'

/** `onProgress` is called whenever the worker was opened, moved, was activated or parked; `onEnded` when it has ended. */
export type WorkerOptions = Omit<CurrentBuildOptions, 'closed' | 'isStopped' | 'report' | 'lease'> & {
  /** Missing if no other process shares the store. It expires by the clock of this process. */
  lease: { readonly stored: Lease; validUntil: number } | undefined
  onEnded(): void
}

export class ProjectionWorker {
  readonly #options: WorkerOptions
  readonly #current: CurrentBuild
  readonly #retrySchedule = new RetrySchedule()
  /** Aborted when it was asked to stop, when it must no longer write, and when either makes it begin no further step. */
  readonly #stopping = new AbortController()
  readonly #ended = new AbortController()
  readonly #closed: AbortSignal
  /** Why it stands still until it is tried again, and where. */
  #parked: ReadModelPosition['parked']
  #rebuilding: Promise<boolean> | undefined
  #done = Promise.resolve()

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#closed = AbortSignal.any([this.#stopping.signal, this.#ended.signal, options.retryPolicy.stopped])
    this.#current = new CurrentBuild({
      ...options,
      closed: this.#closed,
      isStopped: () => this.isStopped(),
      report: (error, isParked) => this.#report(error, isParked),
    })
  }

  /** How far it is. */
  progress(): ReadModelPosition {
    const parked = this.#parked
    const { isLive, position } = this.#current
    return {
      readModel: keyOf(this.#options.registered.projection),
      position,
      isLive,
      ...(parked && { parked }),
    }
  }

  /** Whether queries read everything that was in the log when it was opened, or must do without because it is parked. */
  isReady(): boolean {
    return this.#parked !== undefined || this.#current.isComplete
  }

  /** Whether it must no longer write. */
  isStopped(): boolean {
    const { lease, monotonic } = this.#options
    // An expired lease must not become valid again, even if the store renewed it late.
    if (lease && monotonic() >= lease.validUntil) this.#ended.abort()
    return this.#ended.signal.aborted
  }

  /** Whether it was asked to stop. */
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

  /** Stops at once: nothing more is written. */
  end(): void {
    this.#ended.abort()
    this.#current.end()
  }

  /** Continues under a lease that the store has renewed; false if it cannot, because it has another one or ended. */
  renew(stored: Lease | undefined, validUntil: number): boolean {
    const { lease } = this.#options
    if (!lease || this.isStopped() || lease.stored.fence !== stored?.fence) return false
    lease.validUntil = validUntil
    return true
  }

  /** See `CurrentBuild`. */
  checkLiveBuild(): Promise<void> {
    return this.#current.check()
  }

  /** See `RunningProjections`. A rebuild in progress is shared. */
  async rebuild(fill?: FillBuild): Promise<boolean> {
    if (!this.#current.isLive) return false
    this.#rebuilding ??= this.#rebuild(fill).finally(() => (this.#rebuilding = undefined))
    return this.#rebuilding
  }

  async #rebuild(fill?: FillBuild): Promise<boolean> {
    const isRebuilt = await this.#current.rebuild(fill)
    if (isRebuilt) this.#succeeded()
    return isRebuilt
  }

  async #runUntilStopped(): Promise<void> {
    while (!this.isStopped() && !this.#closed.aborted) {
      try {
        for await (const _ of this.#current.advance()) this.#succeeded()
      } catch (error) {
        await this.#recover(error)
      }
    }
    await this.#current.flush()
    const { registered, lease, store, retryPolicy, onEnded } = this.#options
    const { name: projection } = registered.projection
    const isHeld = lease && !this.isStopped()
    this.end()
    if (isHeld)
      await store
        .releaseLease(lease.stored)
        .catch((error: unknown) => retryPolicy.report({ projection, error, isParked: false }))
    onEnded()
  }

  #succeeded(): void {
    this.#parked = undefined
    this.#retrySchedule.succeeded(this.#current.isLive)
    this.#options.onProgress()
  }

  /** Reports a failure, and returns when it may try again. */
  async #recover(failure: unknown): Promise<void> {
    const current = this.#current
    const { closed } = current
    const isReplaced = failure instanceof LogReplaced
    if (isReplaced) current.close({ isOtherLog: true })
    const isPoison = failure instanceof PoisonEvent
    // Shows readers what could be built before the event, unless they have an older build.
    if (isPoison)
      await current.activate().catch((error: unknown) => {
        this.#report(error, false)
        current.close()
      })
    const { delayMs, isParked } = this.#retrySchedule.failed(failure)
    // Opening the read model compares it with the log, and reports what it finds.
    if (delayMs === 0) return
    this.#report(isReplaced ? new LogNotReadable(failure) : failure, isParked)
    if (failure instanceof Fenced) this.end()
    if (isParked) {
      this.#parked = isPoison
        ? { position: failure.event.position, reason: String(failure.cause), event: failure.event.id }
        : { position: current.position, reason: String(failure) }
      current.requestResync(true)
      this.#options.onProgress()
    }
    // A build that is closed meanwhile has been replaced, or is to be opened again.
    const waits = [this.#closed, ...(closed && !closed.aborted ? [closed] : [])]
    if (!this.isStopped()) await pause(this.#options.scheduler, delayMs, AbortSignal.any(waits))
    const isLost = failure instanceof ReadModelNotBuilt || failure instanceof CheckpointMismatch
    if (isLost && !closed?.aborted) current.close()
  }

  #report(error: unknown, isParked: boolean): void {
    // One whose lease expired was reported when the lease was lost.
    if (this.isStopped()) return
    const { registered, retryPolicy } = this.#options
    retryPolicy.report({ projection: registered.projection.name, error, isParked })
  }
}
