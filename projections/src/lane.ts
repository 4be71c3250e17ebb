import { randomUUID } from 'node:crypto'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  OutOfStep,
  ViewNotBuilt,
  type BuildKey,
  type Frame,
  type View,
  type ViewStore,
} from '@thirty/infra/views/views.ts'
import type { Source } from './gather.ts'
import type { Change, Projection } from './projection.ts'
import { nothing, stepOf, type Poison, type Step } from './step.ts'

/**
 * One view on its way through the log: events are taken in in memory, and each step is stored in one commit.
 * `take` is called one at a time; `send` may overlap with it.
 */
export class Lane implements Source {
  readonly projection: Projection
  /** The event that stopped this lane for good, if one did. */
  poison: Poison | undefined
  readonly #store: ViewStore
  #build: BuildKey
  #checkpoint: bigint
  #last: Promise<unknown> = Promise.resolve()

  constructor(projection: Projection, store: ViewStore, at: { build: BuildKey; checkpoint: bigint }) {
    this.projection = projection
    this.#store = store
    this.#build = at.build
    this.#checkpoint = at.checkpoint
  }

  get view(): View {
    return this.projection.view
  }

  /** Position up to which the view is built. */
  position(): bigint {
    return this.#checkpoint
  }

  /**
   * Takes events in and moves on to `to`; those up to the present position are skipped.
   * Answers the changes made by events after `silentUntil`, for views that announce.
   * When it throws, the view is as it was: `Poison` when the view's own code threw, `OutOfStep` when somebody else
   * moved the view (the lane then stands where the store does), or whatever the store throws.
   */
  async take(events: readonly RecordedEvent[], to: bigint, silentUntil: bigint): Promise<readonly Change[]> {
    if (to <= this.#checkpoint) return []
    const first = events[0]
    const isNew = (event: RecordedEvent) => event.position > this.#checkpoint
    const fresh = !first || isNew(first) ? events : events.filter(isNew)
    const load = (ids: readonly string[]) => this.#store.load(this.#build, ids)
    const isHeard =
      to > silentUntil && this.projection.announce
        ? (event: RecordedEvent) => event.position > silentUntil
        : undefined
    try {
      const step = fresh.length === 0 ? nothing : await stepOf(this.view, fresh, load, isHeard)
      await this.#commit(to, step, [])
      return step.changes
    } catch (error) {
      if (error instanceof ViewNotBuilt) throw await this.#beginAgain()
      if (error instanceof OutOfStep) this.#checkpoint = error.actual
      throw error
    }
  }

  /** Shows the view to its readers. */
  async settle(): Promise<void> {
    await this.#store.goLive(this.#build)
  }

  /** Lets frames leave by the view's own commits, so that a store which carries both carries them together. */
  async send(frames: readonly Frame[]): Promise<void> {
    await this.#commit(undefined, nothing, frames)
  }

  /** Commits one after the other: each starts where the one before ended. Without `to` the view stays where it is. */
  #commit(to: bigint | undefined, { puts, deletes }: Step, frames: readonly Frame[]): Promise<void> {
    const commit = async () => {
      const from = this.#checkpoint
      const id = randomUUID()
      await this.#store.commit({ build: this.#build, id, from, to: to ?? from, puts, deletes, frames })
      this.#checkpoint = to ?? from
    }
    const done = this.#last.then(commit, commit)
    this.#last = done
    return done
  }

  /** The store lost the view: it is built from the first event on, in the sight of its readers. */
  async #beginAgain(): Promise<OutOfStep> {
    const from = this.#checkpoint
    this.#build = await this.#store.begin(this.view)
    this.#checkpoint = beginning
    await this.#store.goLive(this.#build)
    return new OutOfStep(this.view, from, beginning)
  }
}
