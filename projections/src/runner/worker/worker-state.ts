import { beginning, type RecordedEvent, type SeenHistory } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import type { BuildKey, LiveBuild, Projection } from '@thirty/infra/read-models/read-models.ts'

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

/**
 * Lets a new, empty build continue from a snapshot, and returns where it is then. `undefined`: there is none, and the build is
 * filled from the first event.
 */
export type FillBuild = (
  build: BuildKey,
  projection: Projection,
) => Promise<Pick<BuildState, 'checkpoint' | 'seen'> | undefined>

/**
 * A build with which a worker begins, and where the log ended then. `replacesOutdated`: queries read a build of another
 * history of the log until this one is live.
 */
export type BuildStart = { buildState: BuildState; head: bigint; replacesOutdated?: boolean }

/** How far a worker has come with its build, and which changes are published. In memory only, and never waits. */
export class WorkerState {
  #buildState: BuildState | undefined
  /** What was in the log when the build began, and earlier builds had applied, is applied before it is activated. */
  #head = beginning
  /** Events up to this position are not published: they were published before, or applied before the build was live. */
  #publishAfterPosition = beginning
  /** Whether clients may have missed updates of this read model and were not asked to resync yet. */
  #mayHaveMissedUpdates: boolean

  /** `mayHaveMissedUpdates`: whether clients may have missed updates before the start. */
  constructor(mayHaveMissedUpdates: boolean) {
    this.#mayHaveMissedUpdates = mayHaveMissedUpdates
  }

  /** Begins with a build. To be called once. */
  begin({ buildState, head, replacesOutdated = false }: BuildStart): void {
    this.#buildState = buildState
    this.#head = head
    this.#publishAfterPosition = head
    this.#mayHaveMissedUpdates ||= replacesOutdated
  }

  /** Continues with another build, maybe at another checkpoint: nothing is published twice. */
  replace(start: BuildStart): void {
    const { buildState, head } = start
    // Positions of another history of the log mean nothing in this one.
    if (start.replacesOutdated) return this.begin(start)
    this.#head = larger(larger(this.#head, head), this.checkpoint)
    this.#publishNothingUntil(this.checkpoint)
    this.#mayHaveMissedUpdates = true
    this.#buildState = buildState
  }

  /** Whether it has a build. */
  get hasBegun(): boolean {
    return this.#buildState !== undefined
  }

  /** Throws before `begin`. */
  get build(): BuildKey {
    if (!this.#buildState) throw new Error('The worker was not opened.')
    return this.#buildState.build
  }

  /** Position of the last applied event. */
  get checkpoint(): bigint {
    return this.#buildState?.checkpoint ?? beginning
  }

  /** What the build has seen of the log, up to the checkpoint. */
  get seen(): SeenHistory {
    return this.#buildState?.seen ?? nothingSeen
  }

  /** Epoch of a live build; empty for any other build, which publishes nothing. */
  get epoch(): string {
    return this.#buildState?.epoch ?? ''
  }

  get head(): bigint {
    return this.#head
  }

  get isLive(): boolean {
    return this.#buildState?.epoch !== undefined
  }

  /** Whether it has reached the head that the log had at the start, and the last position before it was replaced. */
  hasReachedHead(): boolean {
    return this.hasBegun && this.checkpoint >= this.#head
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
    this.#change({ checkpoint, seen })
  }

  /** To be called when queries read the build. */
  markLive(epoch: string): void {
    if (!this.isLive) this.#publishNothingUntil(this.checkpoint)
    this.#change({ epoch })
  }

  /** Continues with the build of another worker. */
  switchTo(other: WorkerState): void {
    this.#buildState = other.#buildState
    this.#publishNothingUntil(other.#publishAfterPosition)
    this.#mayHaveMissedUpdates = true
  }

  #change(changed: Partial<BuildState>): void {
    if (this.#buildState) this.#buildState = { ...this.#buildState, ...changed }
  }

  #publishNothingUntil(position: bigint): void {
    this.#publishAfterPosition = larger(this.#publishAfterPosition, position)
  }
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
