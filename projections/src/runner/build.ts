// One build of a projection: events are applied in memory, and each step is stored in one commit. Before the build is live, steps are
// stored together.

import { randomUUID } from 'node:crypto'
import {
  beginning,
  LogReplaced,
  type Batch,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
  type SeenHistory,
} from '@thirty/infra/event-log/event-log.ts'
import { extendHistory, hasHistory, nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import {
  Fenced,
  InvalidIndexEntry,
  ReadModelNotBuilt,
  type BuildKey,
  type Commit,
  type Lease,
  type LiveMessage,
} from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { DocumentChange } from '../registered-projection.ts'
import { BuildBuffer, PoisonEvent, type BufferBudget } from './build-buffer.ts'
import { LogNotReadable, type RunnerParts } from './retries.ts'

/** What all builds of one worker have in common. */
export type BuildContext = Pick<RunnerParts, 'store' | 'retryPolicy'> & {
  readonly projection: Projection
  /** Missing if no other process shares the store. */
  readonly lease: { readonly stored: Lease } | undefined
  /** Receives the changes of a live build in the order in which they were stored; missing if nobody receives any. */
  readonly publish?: ((changes: readonly DocumentChange[]) => void) | undefined
  /**
   * Limits the documents that builds keep in memory before they are live. It is taken away when a build had an invalid index
   * entry: then every step is stored at once, because only steps show which event caused it.
   */
  bufferBudget: BufferBudget | undefined
  /** Whether the worker must no longer write. Writing then throws `Fenced`. */
  isStopped(): boolean
}

/** Where a build is; without an epoch, queries do not read it. Nothing was applied when `seen` is missing. */
export type BuildState = { key: BuildKey; checkpoint?: bigint; seen?: SeenHistory; epoch?: string }

/** Calls must not overlap. */
export class Build {
  readonly key: BuildKey
  readonly #context: BuildContext
  readonly #closing = new AbortController()
  /** Aborted when the build cannot be continued. */
  readonly closed = this.#closing.signal
  #buffer: BuildBuffer
  /** Up to the last applied event. */
  #seen: SeenHistory
  #epoch: string | undefined

  constructor(context: BuildContext, { key, checkpoint = beginning, seen = nothingSeen, epoch }: BuildState) {
    this.#context = context
    this.key = key
    this.#seen = { ...seen, upTo: checkpoint }
    this.#epoch = epoch
    const isNew = epoch === undefined && checkpoint === beginning
    this.#buffer = new BuildBuffer(context, key, checkpoint, isNew ? context.bufferBudget : undefined)
  }

  get projection(): Projection {
    return this.#context.projection
  }

  /** Position of the last applied event. The store lags behind it while documents are kept in memory. */
  get position(): bigint {
    return this.#seen.upTo
  }

  /** Position of the last event that changed the read model for its readers. */
  get changedAt(): bigint {
    return this.#seen.changedAt ?? this.position
  }

  /** The history of the log that queries read; missing while they do not read this build. */
  get epoch(): string | undefined {
    return this.#epoch
  }

  get isLive(): boolean {
    return this.#epoch !== undefined
  }

  newestSeen(): SeenEvent | undefined {
    return this.#seen.events.at(-1)
  }

  /**
   * Applies the events of a batch in one step; events that were applied already are skipped. A closed build is left as it is: the events
   * may be of a log that was put back since. Throws what the store throws, or `PoisonEvent` for an event that the projection cannot
   * apply, after everything before the event was stored.
   */
  async apply(batch: Omit<Batch, 'caughtUp'>): Promise<void> {
    const { streams } = this.projection
    const events = batch.events.filter(({ stream }) => streams.some((prefix) => stream.startsWith(prefix)))
    const newest = [...batch.events, ...(batch.newest ? [batch.newest] : [])]
    try {
      await this.#applyStep(events, batch.position, newest)
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error
      for (const event of events) await this.#applyStep([event], event.position, [event])
      await this.#applyStep([], batch.position, newest)
    }
  }

  async #applyStep(
    events: readonly RecordedEvent[],
    to: bigint,
    newest: readonly SeenEvent[],
  ): Promise<void> {
    const checkpoint = this.position
    if (this.closed.aborted || to <= checkpoint) return
    const isNew = (event: SeenEvent) => event.position > checkpoint
    const newEvents = events.filter(isNew)
    const buffer = this.#buffer
    const publish = this.isLive ? this.#context.publish : undefined
    const { changes, changedAt } = await this.#retry(() => buffer.apply(newEvents, publish !== undefined))
    const seen = {
      ...extendHistory(this.#seen, newest.filter(isNew), to),
      changedAt: changedAt ?? this.#seen.changedAt ?? checkpoint,
    }
    if (!buffer.keepsDocuments) await this.#store(seen, newEvents.at(-1))
    this.#seen = seen
    if (buffer.isOverBudget) await this.storeBuffer()
    if (changes.length > 0) publish?.(changes)
  }

  async storeBuffer(): Promise<void> {
    if (this.#buffer.keepsDocuments) await this.#store(this.#seen)
  }

  /** Stores what was applied: with `last`, the step that ends with this event. */
  async #store(seen: SeenHistory, last?: RecordedEvent): Promise<void> {
    try {
      // Between its commits the stored checkpoint is below every position, so only the last one records what was seen.
      await this.#buffer.write(seen.upTo, (step) =>
        this.#commit(step.to === seen.upTo ? { ...step, seen } : step),
      )
    } catch (error) {
      if (!(error instanceof InvalidIndexEntry)) throw error
      if (last) throw new PoisonEvent(last, error)
      this.#context.bufferBudget = undefined
      throw new ReadModelNotBuilt(this.key, error)
    }
  }

  /**
   * Sends messages with a commit of the read model, so that the store delivers both in the same order. They are lost when the store
   * has another checkpoint: the next step notices it, and clients load anew.
   */
  send(messages: readonly LiveMessage[]): Promise<void> {
    return this.#commit({ from: this.position, to: this.position, messages })
  }

  /** Stores everything and lets queries read the build. */
  async activate(): Promise<void> {
    const { store, lease } = this.#context
    await this.storeBuffer()
    try {
      await this.#retry(() => store.activate(this.key, lease?.stored))
    } catch (error) {
      // A store in memory computes index entries only now.
      if (error instanceof ReadModelNotBuilt && error.cause instanceof InvalidIndexEntry)
        this.#context.bufferBudget = undefined
      throw error
    }
    const live = await this.#retry(() => store.liveBuild(this.key))
    // Since it went live it may have been replaced, or a new epoch may have begun.
    if (live?.build.build !== this.key.build || live.outdatedSince !== undefined)
      throw new ReadModelNotBuilt(this.key)
    this.#epoch = live.epoch
    this.discardBuffer()
    this.#buffer = new BuildBuffer(this.#context, this.key, this.position)
  }

  /** To be called when the store has no longer what was stored, or the log what was applied: nothing more is applied. */
  close(): void {
    this.#closing.abort()
  }

  /** Drops the documents that were not stored yet. To be called when the build is abandoned. */
  discardBuffer(): void {
    this.#buffer.discard()
  }

  /** A step whose response was lost is sent again with the same id, so that the store does not apply it twice. */
  #commit(step: Pick<Commit, 'from' | 'to'> & Partial<Commit>): Promise<void> {
    const { lease, store } = this.#context
    const commit = { stepId: randomUUID(), upserts: [], deletes: [], messages: [], ...step, build: this.key }
    return this.#retry(() => store.commit({ ...commit, ...(lease && { lease: lease.stored }) }))
  }

  #retry<Result>(operation: () => Promise<Result>): Promise<Result> {
    const { retryPolicy, isStopped } = this.#context
    return retryPolicy.whileUnavailable(this.projection.name, () => {
      if (isStopped()) throw new Fenced(this.projection)
      return operation()
    })
  }
}

/**
 * Lets a new, empty build continue from a snapshot, and returns where it is then. `undefined`: there is none, and the build is
 * filled from the first event.
 */
export type FillBuild = (
  build: BuildKey,
  projection: Projection,
) => Promise<{ checkpoint: bigint; seen: SeenHistory } | undefined>

/**
 * Returns the live build of a read model at its checkpoint, and the head of the log. A read model without a live build begins a build from the
 * first event. So does one whose live build saw another history of the log, because the log was replaced or put back to an older copy; then
 * a new epoch begins. Queries read the old build, as out of date, until the new one is complete: `replacesOutdated`.
 */
export async function openBuild(
  context: BuildContext,
  log: EventLog,
): Promise<{ build: Build; head: bigint; replacesOutdated: boolean }> {
  const { projection, store, retryPolicy } = context
  const live = await store.liveBuild(projection)
  let replacesOutdated = live?.outdatedSince !== undefined
  const seen = live && !replacesOutdated && { ...live.seen, upTo: live.checkpoint }
  const [head, isSame] = await Promise.all([
    log.head(),
    !seen || hasHistory(log, seen, projection.streams),
  ]).catch((error: unknown) => {
    throw new LogNotReadable(error)
  })
  if (live && !isSame) {
    replacesOutdated = true
    // Before a build begins: it belongs to the epoch in which it was begun.
    await store.beginEpoch(live.epoch)
    const error = new LogReplaced({ position: live.checkpoint })
    retryPolicy.report({ projection: projection.name, error, isParked: false })
  }
  const build =
    live && !replacesOutdated ? new Build(context, { ...live, key: live.build }) : await beginBuild(context)
  return { build, head, replacesOutdated }
}

/** Begins a build beside the live one: an empty one, unless `fill` fills it. */
export async function beginBuild(context: BuildContext, fill?: FillBuild): Promise<Build> {
  const key = await context.store.beginBuild(context.projection, context.lease?.stored)
  return new Build(context, { key, ...(await fill?.(key, context.projection)) })
}
