import { beginning, type RecordedEvent, type SeenHistory } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import type { BuildKey, LiveBuild } from '@thirty/infra/read-models/read-models.ts'

/** A build, what it has seen of the log, and, if queries read it, its epoch. */
export type BuildState = { build: BuildKey; checkpoint: bigint; seen: SeenHistory; epoch?: string }

export const liveState = ({ build, checkpoint, seen, epoch }: LiveBuild): BuildState => ({
  build,
  checkpoint,
  seen,
  epoch,
})

/** The state of a build to which nothing was committed. */
export const newBuildState = (build: BuildKey): BuildState => ({
  build,
  checkpoint: beginning,
  seen: nothingSeen,
})

export type WorkerStateOptions = {
  buildState: BuildState
  /** Head of the log at the start: a new build is activated at this position, and earlier events are not published. */
  head: bigint
  /** Whether clients may have missed updates before the start. */
  mayHaveMissedUpdates: boolean
}

/** How far a worker has come with its build, and which changes are published. In memory only, and never waits. */
export class WorkerState {
  #buildState: BuildState
  #head: bigint
  /** Events up to this position are not published: they were published before, or applied before the build was live. */
  #publishAfterPosition: bigint
  /** Whether clients may have missed updates of this read model and were not asked to resync yet. */
  #mayHaveMissedUpdates: boolean

  constructor({ buildState, head, mayHaveMissedUpdates }: WorkerStateOptions) {
    this.#buildState = buildState
    this.#head = head
    this.#publishAfterPosition = head
    this.#mayHaveMissedUpdates = mayHaveMissedUpdates
  }

  get build(): BuildKey {
    return this.#buildState.build
  }

  /** Position of the last applied event. */
  get checkpoint(): bigint {
    return this.#buildState.checkpoint
  }

  /** What the build has seen of the log, up to the checkpoint. */
  get seen(): SeenHistory {
    return this.#buildState.seen
  }

  get isLive(): boolean {
    return this.#buildState.epoch !== undefined
  }

  /** Epoch of a live build; empty for any other build, which publishes nothing. */
  get epoch(): string {
    return this.#buildState.epoch ?? ''
  }

  /** Whether it has reached the head that the log had at the start, and the last position before any reload. */
  hasReachedHead(): boolean {
    return this.#buildState.checkpoint >= this.#head
  }

  /** Whether changes by an event are published, in a step that ends at `to`. `undefined` if none are. */
  publishFilter(to: bigint): ((event: RecordedEvent) => boolean) | undefined {
    const after = this.#publishAfterPosition
    return this.isLive && to > after ? (event) => event.position > after : undefined
  }

  /** Returns true once if clients may have missed updates. */
  claimMissedUpdates(): boolean {
    const mayHaveMissedUpdates = this.#mayHaveMissedUpdates
    this.#mayHaveMissedUpdates = false
    return mayHaveMissedUpdates
  }

  moveTo(checkpoint: bigint, seen: SeenHistory): void {
    this.#buildState = { ...this.#buildState, checkpoint, seen }
  }

  /** To be called when queries read the build. */
  markLive(epoch: string): void {
    if (!this.isLive) this.#publishNothingUntil(this.checkpoint)
    this.#buildState = { ...this.#buildState, epoch }
  }

  /** To be called before the build is replaced by one at another checkpoint: nothing is published twice. */
  beginReload(): void {
    this.#head = larger(this.#head, this.checkpoint)
    this.#publishNothingUntil(this.checkpoint)
    this.#mayHaveMissedUpdates = true
  }

  /** Continues with this build. To be called after `beginReload`. */
  endReload(buildState: BuildState): void {
    this.#buildState = buildState
  }

  /** Continues with the build of another worker. */
  switchTo(other: WorkerState): void {
    this.#buildState = other.#buildState
    this.#publishNothingUntil(other.#publishAfterPosition)
    this.#mayHaveMissedUpdates = true
  }

  #publishNothingUntil(position: bigint): void {
    this.#publishAfterPosition = larger(this.#publishAfterPosition, position)
  }
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
