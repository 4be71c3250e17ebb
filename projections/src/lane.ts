import { upcast } from '@thirty/contracts/events/upcast.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  OutOfStep,
  type Commit,
  type Document,
  type Frame,
  type Put,
  type View,
  type ViewStore,
} from '@thirty/infra/views/views.ts'
import type { Announcement, Source } from './gather.ts'

/** What one event did to one document of a view. */
export type Change<Doc extends Document = Document> = {
  event: RecordedEvent
  id: string
  before: Doc | undefined
  after: Doc | undefined
}

/** A view, and who hears what when one of its documents changes. */
export type Projection<Doc extends Document = Document> = {
  view: View<Doc>
  /** News of a change that has just been stored. Never asked about events that were there before the start. */
  announce?(change: Change<Doc>): readonly Announcement[]
}

/** An event that a view could not take in: the view's own code threw, or the event is from a newer release. */
export class Poison extends Error {
  override name = 'Poison'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    super(`The event at ${event.position} (${event.type} in ${event.stream}) could not be taken in.`, {
      cause,
    })
    this.event = event
  }
}

type Slot = { id: string; document: Document | undefined; isStored: boolean; isChanged: boolean }
type Step = Pick<Commit, 'puts' | 'deletes'>
const nothing: Step = { puts: [], deletes: [] }

/** The lane is the only writer of its view, so documents that it keeps at hand are never stale. */
const mostKept = 50_000

/**
 * One view on its way through the log: events are taken in in memory, and each step is stored in one commit.
 * `take` is called one at a time; `send` may overlap with it.
 */
export class Lane implements Source {
  readonly projection: Projection
  /** The event that stopped this lane for good, if one did. */
  poison: Poison | undefined
  readonly #store: ViewStore
  readonly #slots = new Map<string, Slot>()
  #checkpoint: bigint
  #last: Promise<unknown> = Promise.resolve()

  constructor(projection: Projection, store: ViewStore, checkpoint: bigint) {
    this.projection = projection
    this.#store = store
    this.#checkpoint = checkpoint
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
  async take(events: readonly RecordedEvent[], to: bigint, silentUntil: bigint): Promise<Change[]> {
    if (to <= this.#checkpoint) return []
    const first = events[0]
    const isNew = (event: RecordedEvent) => event.position > this.#checkpoint
    const fresh = !first || isNew(first) ? events : events.filter(isNew)
    try {
      return await this.#step(fresh, to, silentUntil)
    } catch (error) {
      // Documents at hand may be ahead of the store now.
      this.#slots.clear()
      if (error instanceof OutOfStep) this.#checkpoint = error.actual
      throw error
    }
  }

  /** Stores an empty step, at which a store puts in order what it left for later. */
  async settle(): Promise<void> {
    await this.#commit(undefined, nothing, [])
  }

  /** Lets frames leave by the view's own commits, so that a store which carries both carries them together. */
  async send(frames: readonly Frame[]): Promise<void> {
    await this.#commit(undefined, nothing, frames)
  }

  async #step(events: readonly RecordedEvent[], to: bigint, silentUntil: bigint): Promise<Change[]> {
    if (events.length === 0) {
      await this.#commit(to, nothing, [])
      return []
    }
    const changes: Change[] = []
    const touched = this.#touched(events)
    await this.#load(touched)
    const changed = this.#evolve(events, touched, silentUntil, changes)
    await this.#commit(to, this.#stepOf(changed, events), [])
    for (const slot of changed) {
      slot.isChanged = false
      slot.isStored = slot.document !== undefined
    }
    if (this.#slots.size > mostKept) this.#slots.clear()
    return changes
  }

  #touched(events: readonly RecordedEvent[]): (readonly string[])[] {
    return events.map((event) => pure(event, () => this.view.documents(upcast(event))))
  }

  async #load(touched: readonly (readonly string[])[]): Promise<void> {
    const missing = new Set<string>()
    for (const ids of touched) for (const id of ids) if (!this.#slots.has(id)) missing.add(id)
    if (missing.size === 0) return
    const ids = [...missing]
    const documents = await this.#store.load(this.view, ids)
    ids.forEach((id, at) => {
      const document = documents[at]
      this.#slots.set(id, { id, document, isStored: document !== undefined, isChanged: false })
    })
  }

  #evolve(
    events: readonly RecordedEvent[],
    touched: readonly (readonly string[])[],
    silentUntil: bigint,
    changes: Change[],
  ): Slot[] {
    const { view, projection } = this
    const changed: Slot[] = []
    let current = events[0]
    try {
      for (let at = 0; at < events.length; at++) {
        const ids = touched[at]
        current = events[at]
        if (!ids || !current) continue
        const event = upcast(current)
        for (const id of ids) {
          const slot = this.#slots.get(id)
          if (!slot) continue
          const before = slot.document
          const after = view.evolve(before, event, id)
          if (after === before) continue
          slot.document = after
          if (!slot.isChanged) changed.push(slot)
          slot.isChanged = true
          if (projection.announce && event.position > silentUntil) changes.push({ event, id, before, after })
        }
      }
    } catch (cause) {
      if (current) throw new Poison(current, cause)
    }
    return changed
  }

  #stepOf(changed: readonly Slot[], events: readonly RecordedEvent[]): Step {
    const puts: Put[] = []
    const deletes: string[] = []
    const last = events.at(-1)
    for (const { id, document, isStored } of changed) {
      if (document && last)
        puts.push({ id, document, indexes: pure(last, () => this.view.indexes(document, id)) })
      else if (isStored) deletes.push(id)
    }
    return { puts, deletes }
  }

  /** Commits one after the other: each starts where the one before ended. Without `to` the view stays where it is. */
  #commit(to: bigint | undefined, step: Step, frames: readonly Frame[]): Promise<void> {
    const { name, version } = this.view
    const commit = async () => {
      const from = this.#checkpoint
      await this.#store.commit({ view: { name, version }, from, to: to ?? from, ...step, frames })
      this.#checkpoint = to ?? from
    }
    const done = this.#last.then(commit, commit)
    this.#last = done
    return done
  }
}

/** Runs a view's own code, and says with which event it failed. */
function pure<Result>(event: RecordedEvent, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    throw new Poison(event, cause)
  }
}
