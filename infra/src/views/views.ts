import type { RecordedEvent } from '../event-log/event-log.ts'

/** Place of a document in a sorted index: ascending by `score`, then by `tie` (text order), then by document id. */
export type Place = { score: number; tie?: string }

/** A document is plain JSON. */
export type Document = { readonly [field: string]: unknown }

/**
 * A read model as a pure description, the same for every store: documents, and the sorted indexes they stand in.
 * A view is fed at least once and in order; the store skips what it already has, so `evolve` never sees an event twice.
 */
export type View<Doc extends Document = Document> = {
  name: string
  /** Raised when documents or indexes change shape; the new version is built beside the old one. */
  version: number
  /** Prefixes of the streams it listens to. */
  streams: readonly string[]
  /** Ids of the documents that this event touches; none for an event it does not know. */
  documents(event: RecordedEvent): readonly string[]
  /** The document after the event; `undefined` removes it. `id` says which of the touched documents is meant. */
  evolve(document: Doc | undefined, event: RecordedEvent, id: string): Doc | undefined
  /** The indexes this document stands in, by name. */
  indexes(document: Doc, id: string): Readonly<Record<string, Place>>
}

/** One view in one version: the name under which a store keeps it. */
export type ViewKey = { name: string; version: number }

/** A document and its places. A store may keep it and ask for the places again later; they stay the same. */
export type Put = { id: string; document: Document; indexes: Readonly<Record<string, Place>> }

/** A message for a room, on its way out. */
export type Frame = { room: string; message: string; payload: unknown }

/**
 * Everything that one step of a projection changes. Documents, indexes and checkpoint change together or not at all;
 * frames leave after the change, each once.
 */
export type Commit = {
  view: ViewKey
  /** Checkpoint this step starts from; another one in the store means that somebody else was here. */
  from: bigint
  to: bigint
  puts: readonly Put[]
  deletes: readonly string[]
  frames: readonly Frame[]
}

/** A window of an index, by rank (0 is first). */
export type Range = { offset: number; limit: number; reverse?: boolean }

export type Ranked<Doc> = { id: string; document: Doc; rank: number }

/**
 * Keeps documents and indexes. Every adapter passes `views.port.ts`.
 * Ranks count from 0. Positions are those of the log.
 */
export type ViewStore = {
  /** Position up to which a view is built; `beginning` if it was never built. */
  checkpoint(view: ViewKey): Promise<bigint>
  /** The documents with these ids, in the same order; `undefined` where there is none. */
  load<Doc extends Document>(view: ViewKey, ids: readonly string[]): Promise<(Doc | undefined)[]>
  /** Throws `OutOfStep` when the checkpoint is not at `from`; then nothing has changed. */
  commit(commit: Commit): Promise<void>
  /** Documents of an index in its order. `reverse` counts offset and rank from the end of the same order. */
  range<Doc extends Document>(view: ViewKey, index: string, range: Range): Promise<Ranked<Doc>[]>
  /** Rank of a document in an index; `undefined` if it does not stand in it. O(log n). */
  rank(view: ViewKey, index: string, id: string): Promise<number | undefined>
  /** How many documents stand in an index. */
  count(view: ViewKey, index: string): Promise<number>
  /** How many documents of an index have a score between the bounds, both included. O(log n). */
  countBetween(view: ViewKey, index: string, lowest: number, highest: number): Promise<number>
  /** Sum of the scores of an index; 0 when it is empty. Kept as documents change: O(1). */
  sum(view: ViewKey, index: string): Promise<number>
  /** Forgets a view: its documents, indexes and checkpoint. */
  drop(view: ViewKey): Promise<void>
  close(): Promise<void>
}

export class OutOfStep extends Error {
  override name = 'OutOfStep'
  readonly actual: bigint
  constructor(view: ViewKey, from: bigint, actual: bigint) {
    super(`View ${view.name} v${view.version} is at ${actual}, not ${from}.`)
    this.actual = actual
  }
}
