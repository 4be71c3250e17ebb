import type { EventFamily, EventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '../event-log/event-log.ts'

/**
 * Place of a document in a sorted index: ascending by `score`, then by `tie` (text order), then by document id.
 * Ties and ids hold no U+0000. Letters beyond U+FFFF may be put in order differently by another store.
 */
export type IndexEntry = { score: number; tiebreaker?: string }

/** A document is plain JSON. */
export type Document = { readonly [field: string]: unknown }

/**
 * A read model as a pure description, the same for every store: documents, and the sorted indexes they stand in.
 * A view is fed at least once and in order; the store skips what it already has, so `evolve` never sees an event twice.
 */
export type Projection<Doc extends Document = Document, Family extends EventFamily = EventFamily> =
  ProjectionOf<Doc, Family, RecordedEventOf<Family>>

/**
 * With the events as a parameter of their own, and as an interface, a projection of some events is assignable to one of
 * any events: the compiler compares the parameters of an interface one by one, but those of an alias through each other.
 */
interface ProjectionOf<Doc extends Document, Family extends EventFamily, Event extends RecordedEvent> {
  name: string
  /** Raised when documents or indexes change shape; the new version is built beside the old one. */
  version: number
  /** Prefixes of the streams it listens to. */
  streams: readonly string[]
  /**
   * The events that it handles. All other types are skipped, whatever their version; a listed type in a version of a
   * newer release parks the projection. Without it every event of the streams is handled.
   */
  events?: Family
  /** Ids of the documents that this event changes. */
  documentIds(event: Event): readonly string[]
  /** The document after the event; `undefined` removes it. `id` says which of the touched documents is meant. */
  evolve(document: Doc | undefined, event: Event, id: string): Doc | undefined
  /** The indexes this document stands in, by name. */
  indexEntries(document: Doc, id: string): Readonly<Record<string, IndexEntry>>
}

/** An event of a family as it was recorded, discriminated by `type`. */
export type RecordedEventOf<Family extends EventFamily> = RecordedEvent & EventOf<Family>

/** One view in one version. Whoever reads it sees its live build. */
export type ReadModelKey = { name: string; version: number }

/** One filling of a view from the first event on. Builds stand beside each other; at most one of a view is live. */
export type BuildKey = ReadModelKey & { build: string }

/** Without a build: the one that is live at that moment. */
export type ReadTarget = ReadModelKey | BuildKey

/**
 * The right to feed a view. `fence` is another one each time the lease is taken, also by the same owner after it ran
 * out: whoever gets another fence than before asks `live` where the view stands now.
 */
export type Lease = { readModel: ReadModelKey; owner: string; fence: number }

/** Somebody who is there to feed views, and which ones it can feed. */
export type WorkerPresence = { owner: string; readModels: readonly ReadModelKey[] }

/**
 * A document and its places. A store may keep it and ask for the places again later, or only then; they stay the same.
 * Asking throws `BadPlace` when the view's own code cannot say them.
 */
export type Upsert = { id: string; document: Document; indexEntries: Readonly<Record<string, IndexEntry>> }

/** A message for a room, on its way out. */
export type LiveMessage = { room: string; message: string; payload: unknown }

/**
 * Everything that one step of a projection changes. Documents, indexes and checkpoint change together or not at all;
 * frames leave after the change, each once.
 */
export type Commit = {
  build: BuildKey
  /** Without one, the step is refused as `Fenced` while anybody leads the view. */
  lease?: Lease
  /** Names this step. The step that a build took last is not taken again: a lost answer may be asked for once more. */
  stepId: string
  /** Checkpoint this step starts from; another one in the store means that somebody else was here. */
  from: bigint
  to: bigint
  upserts: readonly Upsert[]
  deletes: readonly string[]
  messages: readonly LiveMessage[]
}

/** A window of an index, by rank (0 is first). */
export type IndexRange = { offset: number; limit: number; reverse?: boolean }

export type RankedDocument<Doc> = { id: string; document: Doc; rank: number }

/** Where a document stands in an index; a place without a tie has an empty one. */
export type RankedEntry = { id: string; entry: Required<IndexEntry>; rank: number }

/** A live build moved to this position, or another one took its place there. */
export type CheckpointMoved = { readModel: ReadModelKey; position: bigint }

/**
 * Keeps documents and indexes. Every adapter passes `views.port.ts`.
 * Ranks count from 0. Positions are those of the log.
 *
 * A view is filled in a build that nobody sees until it goes live. What is read by `ViewKey` comes from the live
 * build as it is at that moment; a build that takes its place does so between two reads, never inside one.
 * Reading or feeding a build that is not there (never begun, dropped, lost with the store) throws `ViewNotBuilt`.
 * Anything may throw `StoreUnavailable`; whether a change was made is then unknown, and all of them may be repeated.
 */
export type ReadModelStore = {
  /** The live build and its position; `undefined` if the view was never built, or the store lost it. */
  liveBuild(view: ReadModelKey): Promise<{ build: BuildKey; checkpoint: bigint } | undefined>
  /** A new empty build beside the live one. What was begun before and did not go live is forgotten. */
  beginBuild(view: ReadModelKey, lease?: Lease): Promise<BuildKey>
  /**
   * Shows a build to all readers, in one step; the one before is forgotten. Again for the live one: no change.
   * A build whose places turn out to be bad is forgotten (`ViewNotBuilt`); the next one of its view asks for them in
   * every commit.
   */
  activate(build: BuildKey, lease?: Lease): Promise<void>
  /** Position up to which a build, or the live one, is built; `beginning` while it holds nothing. */
  checkpoint(view: ReadTarget): Promise<bigint>
  /** The documents with these ids, in the same order; `undefined` where there is none. */
  load<Doc extends Document>(view: ReadTarget, ids: readonly string[]): Promise<(Doc | undefined)[]>
  /**
   * Throws `Fenced` when the lease is no longer the view's, `OutOfStep` when the checkpoint is not at `from`, and
   * `BadPlace` when it asked for a place that cannot be kept; then nothing has changed.
   */
  commit(commit: Commit): Promise<void>
  /** Documents of an index in its order. `reverse` counts offset and rank from the end of the same order. */
  range<Doc extends Document>(
    view: ReadTarget,
    index: string,
    range: IndexRange,
  ): Promise<RankedDocument<Doc>[]>
  /** The same window without the documents, to look through many: they are neither read nor sent. */
  entries(view: ReadTarget, index: string, range: IndexRange): Promise<RankedEntry[]>
  /** Rank of a document in an index; `undefined` if it does not stand in it. O(log n). */
  rank(view: ReadTarget, index: string, id: string): Promise<number | undefined>
  /** How many documents stand in an index. */
  count(view: ReadTarget, index: string): Promise<number>
  /** How many documents of an index have a score between the bounds, both included. O(log n). */
  countBetween(view: ReadTarget, index: string, lowest: number, highest: number): Promise<number>
  /** Sum of the scores of an index, each taken to the millionth; 0 when it is empty. Kept, without drift: O(1). */
  sum(view: ReadTarget, index: string): Promise<number>
  /** Forgets a build, or a view with all its builds. */
  drop(view: ReadTarget): Promise<void>
  /** Takes the lease of a view for so many milliseconds, or renews it; `undefined` while somebody else has it. */
  acquireLease(view: ReadModelKey, owner: string, forMs: number): Promise<Lease | undefined>
  /** Gives a lease back, so that nobody has to wait for its end. One that was lost already is no error. */
  releaseLease(lease: Lease): Promise<void>
  /**
   * Says that this owner is there for so many milliseconds to feed these views, or, with 0, that it leaves. Answers
   * everybody who is there, in any order, so that they can share the views out among themselves.
   */
  announceWorker(presence: WorkerPresence, forMs: number): Promise<readonly WorkerPresence[]>
  /** Hints that a live build moved or was switched; they may be lost. The answer ends the watching. */
  watch(listener: (moved: CheckpointMoved) => void): () => void
  close(): Promise<void>
}

/** The view is elsewhere than its feeder believes: at `actual`. */
export class CheckpointMismatch extends Error {
  override name = 'OutOfStep'
  readonly actual: bigint
  constructor(view: ReadModelKey, from: bigint, actual: bigint) {
    super(`View ${nameOf(view)} is at ${actual}, not ${from}.`)
    this.actual = actual
  }
}

/** Somebody else leads the view now. */
export class Fenced extends Error {
  override name = 'Fenced'
  constructor(view: ReadModelKey) {
    super(`View ${nameOf(view)} is fed by somebody else.`)
  }
}

/** A document has no place that could be compared: the code of its view is wrong. */
export class InvalidIndexEntry extends Error {
  override name = 'BadPlace'
}

/** There is no live build to read, or no such build to feed. */
export class ReadModelNotBuilt extends Error {
  override name = 'ViewNotBuilt'
  constructor(view: ReadTarget, cause?: unknown) {
    const build = 'build' in view ? `build ${view.build}` : 'live build'
    super(`View ${nameOf(view)} has no ${build}.`, cause === undefined ? {} : { cause })
  }
}

/** The store cannot be reached just now. What the views hold can be made again from the log: nothing is lost. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

const nameOf = ({ name, version }: ReadModelKey): string => `${name} v${version}`
