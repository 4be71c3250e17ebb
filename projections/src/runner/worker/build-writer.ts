import { randomUUID } from 'node:crypto'
import { beginning, type SeenHistory } from '@thirty/infra/event-log/event-log.ts'
import {
  InvalidIndexEntry,
  Fenced,
  CheckpointMismatch,
  ReadModelNotBuilt,
  type BuildKey,
  type Commit,
  type Document,
  type LiveMessage,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionLease } from '../lease.ts'
import { OperationQueue } from '../operation-queue.ts'
import { retryWhileUnavailable, type RetryPolicy } from '../retry-policy.ts'
import { BuildBuffer, type BufferBudget } from './build-buffer.ts'
import type { Step } from './compute-step.ts'
import type { WorkerState } from './worker-state.ts'

export type BuildWriterOptions = {
  projection: Projection
  store: ReadModelStore
  retryPolicy: RetryPolicy
  /** The build to write to. The writer moves its checkpoint. */
  state: WorkerState
  lease: ProjectionLease | undefined
  /** Without it every step is stored at once. */
  bufferBudget: BufferBudget | undefined
  /** Whether the worker must no longer write. Writing then throws `Fenced`. */
  isStopped(): boolean
}

/** Stores the steps and messages of a worker: each step in one commit, or through a buffer before the build is live. */
export class BuildWriter {
  readonly #options: BuildWriterOptions
  readonly #store: ReadModelStore
  readonly #state: WorkerState
  readonly #operations = new OperationQueue()
  /** Keeps the documents of a new build until they are stored; missing once the build is live. */
  #buffer: BuildBuffer | undefined
  #canBuffer = true

  constructor(options: BuildWriterOptions) {
    this.#options = options
    this.#store = options.store
    this.#state = options.state
    if (this.#state.hasBegun) this.openBuffer()
  }

  /** Runs one operation at a time, because each commit starts at the checkpoint of the previous one. */
  runExclusively(operation: () => Promise<void>): Promise<void> {
    return this.#operations.run(operation)
  }

  /** Buffers the build of the state if it is new, because a buffer does not know documents that are already stored. */
  openBuffer(): void {
    const { bufferBudget: budget } = this.#options
    const { build, checkpoint, isLive } = this.#state
    this.#buffer?.discard()
    this.#buffer =
      budget && this.#canBuffer && !isLive && checkpoint === beginning
        ? new BuildBuffer(this.#store, build, budget)
        : undefined
  }

  /** Drops the documents that were not stored yet. */
  discardBuffer(): void {
    this.#buffer?.discard()
  }

  /** The documents as they are after everything that was written. */
  load(ids: readonly string[]): Promise<readonly (Document | undefined)[]> {
    return this.#buffer?.load(ids) ?? this.#store.load(this.#state.build, ids)
  }

  /**
   * Writes a step that was computed for this build from the checkpoint `from`, and moves the checkpoint to the end of
   * `seen`.
   */
  write(step: Step, build: BuildKey, from: bigint, seen: SeenHistory): Promise<void> {
    return this.runExclusively(async () => {
      // The worker switched to another build or reloaded its checkpoint meanwhile: this step belongs to neither.
      if (this.#state.build.build !== build.build)
        throw new CheckpointMismatch(this.#options.projection, from, this.#state.checkpoint)
      await this.#keep(step, from, seen)
    })
  }

  /** Stores the documents that are kept in memory. Until then the store lags behind. */
  async storeBuffer(): Promise<void> {
    await this.runExclusively(() => this.#writeBuffer())
  }

  /** Sends messages with a commit of the read model, so that the store delivers both in the same order. */
  async send(messages: readonly LiveMessage[]): Promise<void> {
    await this.runExclusively(async () => {
      const stepId = randomUUID()
      const commitAt = (checkpoint: bigint) => ({
        stepId,
        from: checkpoint,
        to: checkpoint,
        upserts: [],
        deletes: [],
        messages,
      })
      try {
        await this.#commit(commitAt(this.#state.checkpoint))
      } catch (error) {
        if (!(error instanceof CheckpointMismatch)) throw error
        // Messages do not depend on the checkpoint; the next step will notice that it moved.
        await this.#commit(commitAt(error.actual))
      }
    })
  }

  /** Stores everything and lets queries read the build. */
  async activate(): Promise<void> {
    const { build } = this.#state
    await this.storeBuffer()
    await this.#retry(() => this.#store.activate(build, this.#options.lease?.storeLease))
    await this.#retry(async () => {
      const live = await this.#store.liveBuild(build)
      // Since it went live it may have been replaced, or a new epoch may have begun.
      if (live?.build.build !== build.build || live.outdatedSince !== undefined)
        throw new ReadModelNotBuilt(build)
      this.#state.markLive(live.epoch)
    })
    this.openBuffer()
  }

  async #keep({ upserts, deletes }: Step, from: bigint, seen: SeenHistory): Promise<void> {
    const to = seen.upTo
    if (this.#buffer) {
      // A step that was computed while the worker stopped must not fill a buffer that nobody empties.
      if (this.#options.isStopped()) throw new Fenced(this.#options.projection)
      this.#buffer.add({ upserts, deletes })
    } else await this.#commit({ stepId: randomUUID(), from, to, seen, upserts, deletes, messages: [] })
    this.#state.moveTo(to, seen)
    if (this.#buffer?.isOverBudget) await this.#writeBuffer()
  }

  async #writeBuffer(): Promise<void> {
    try {
      const { checkpoint, seen } = this.#state
      // Between its commits the stored checkpoint is below every position, so only the last one records what was seen.
      await this.#buffer?.write(checkpoint, (step, tries) => {
        const changed = step.to === checkpoint ? { ...step, seen } : step
        return tries === 'once' ? this.#commitOnce(changed) : this.#commit(changed)
      })
    } catch (error) {
      if (!(error instanceof InvalidIndexEntry)) throw error
      // The buffer does not know which event caused it. The next build stores every step and so finds the event.
      this.#canBuffer = false
      throw new ReadModelNotBuilt(this.#state.build, error)
    }
  }

  /** A step whose response was lost is sent again with the same id, so that the store does not apply it twice. */
  #commit(step: Omit<Commit, 'build' | 'lease'>): Promise<void> {
    return this.#retry(() => this.#store.commit(this.#commitOf(step)))
  }

  async #commitOnce(step: Omit<Commit, 'build' | 'lease'>): Promise<void> {
    this.#requireRunning()
    await this.#store.commit(this.#commitOf(step))
  }

  #commitOf(step: Omit<Commit, 'build' | 'lease'>): Commit {
    const lease = this.#options.lease?.storeLease
    return { ...step, build: this.#state.build, ...(lease && { lease }) }
  }

  #retry(operation: () => Promise<void>): Promise<void> {
    const { retryPolicy, projection } = this.#options
    return retryWhileUnavailable(retryPolicy, projection.name, async () => {
      this.#requireRunning()
      await operation()
    })
  }

  #requireRunning(): void {
    if (this.#options.isStopped()) throw new Fenced(this.#options.projection)
  }
}
