// The port of the store of read models, which `memory.ts` and `redis.ts` implement: what its methods take and return, and its errors.
// `projection.ts` defines what a read model contains.

import type { SeenHistory } from '../event-log/event-log.ts'
import type { Document, IndexEntry } from './projection.ts'

/** A read model in one version. Reads by this key use the live build. */
export type ReadModelKey = { name: string; version: number }

/** One build of a read model from the first event on. A read model may have several builds; at most one is live. */
export type BuildKey = ReadModelKey & { build: string }

/** A live build, and which history of the log it was made from. */
export type LiveBuild = {
  build: BuildKey
  checkpoint: bigint
  /** What the build has seen of the log, as of its last commit that recorded it; nothing in a build of an older release. */
  seen: SeenHistory
  /**
   * The history of the log from which the build was made. Positions of different epochs must not be compared: an epoch
   * begins when the log was put back to an older copy.
   */
  epoch: string
  /** Milliseconds since 1970 at which a newer epoch began; the build is then out of date until it is replaced. */
  outdatedSince?: number
}

/** Without a build: the live build at the time of the call. */
export type ReadTarget = ReadModelKey | BuildKey

/**
 * The right to write to a read model. `fence` changes each time the lease is acquired anew, even by the same owner
 * after it expired: an owner with a new fence must read the checkpoint again with `liveBuild`.
 */
export type Lease = { readModel: ReadModelKey; owner: string; fence: number }

/**
 * A document, its index entries, and the texts and words by which it can be found. A store may keep the object and read its properties much
 * later, so they must not change. Reading them throws `InvalidIndexEntry` when the projection cannot compute them.
 */
export type Upsert = {
  id: string
  document: Document
  indexEntries: Readonly<Record<string, IndexEntry>>
  texts?: readonly string[]
  words?: readonly string[]
}

/** A message to send to the sockets of a room that are not in the room `except`. */
export type LiveMessage = { room: string; message: string; payload: unknown; except?: string }

/**
 * All changes of one step of a projection. Documents, indexes and checkpoint change together or not at all. The
 * messages are sent after the change, each once.
 */
export type Commit = {
  build: BuildKey
  /** Without a lease, the commit throws `Fenced` while a worker holds the lease of the read model. */
  lease?: Lease
  /** Id of this step. A repeat of the last step changes nothing, so a commit with a lost response may be repeated. */
  stepId: string
  /** The checkpoint before this step. Another one in the store means that another worker has committed. */
  from: bigint
  to: bigint
  /** What the build has seen of the log after this step; unchanged when missing. */
  seen?: SeenHistory
  /**
   * The build has none of the upserted documents yet, and the step upserts each once and deletes none. A store need not look
   * for earlier index entries then.
   */
  areNew?: boolean
  upserts: readonly Upsert[]
  deletes: readonly string[]
  messages: readonly LiveMessage[]
}

/** A range of an index, by rank (0 is first). */
export type IndexRange = { offset: number; limit: number; reverse?: boolean }

export const firstRank = ({ offset }: IndexRange): number => Math.max(offset, 0)

/** A place in the order of an index: just before the entries with this score and tiebreaker. No entry need be there. */
export type IndexPlace = Required<IndexEntry>

/**
 * At most `limit` entries of an index from a place on, in order. `reverse`: backwards, those before the place. Without
 * a place the range begins with the first entry, or backwards with the last.
 */
export type PlaceRange = { from: IndexPlace | undefined; limit: number; reverse?: boolean }

export type RankedDocument<Doc> = { id: string; document: Doc; rank: number }

/**
 * A search for documents that have, for each list of prefixes, a word with one of these prefixes. `reverse`: the last document of the index
 * first.
 */
export type WordSearch = { prefixes: readonly (readonly string[])[]; limit: number; reverse?: boolean }
/**
 * A search looks at the documents with its rarest word, this many at most. If there are more, it also looks at this many documents at the
 * beginning of the order of the search.
 */
export const maxCompared = 2_000

/** `scanIndex` lists the words of all documents under this name. Each entry is one word of one document, as its `tiebreaker`. */
export const wordsIndex = 'words'

/** A document's entry in an index; an entry without a tiebreaker has an empty one. */
export type IndexedEntry = { readonly score: number; readonly tiebreaker: string; readonly id: string }

/** The order of an index, where the texts are compared by their code units. Returns a negative number when `a` comes first. */
export function compareEntries(a: IndexedEntry, b: IndexedEntry): number {
  if (a.score !== b.score) return a.score - b.score
  if (a.tiebreaker !== b.tiebreaker) return a.tiebreaker < b.tiebreaker ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/** The live build has reached this position, or another build with this position went live. */
export type CheckpointMoved = { readModel: ReadModelKey; position: bigint }

/**
 * Stores documents and indexes. `testing/read-models/read-models-port.ts` tests this contract for every adapter.
 * Ranks count from 0. Positions are positions in the event log.
 * A read model is filled in a build that no reader sees until it is activated. Reads by `ReadModelKey` use the build
 * that is live at that moment; a switch happens between two reads, never during one. Reading or writing a missing
 * build (never begun, dropped, lost by the store) throws `ReadModelNotBuilt`. Every method may throw
 * `StoreUnavailable`; then it is unknown whether a change was made, and the call may be repeated.
 */
export type ReadModelStore = {
  /** Returns the live build and its checkpoint; `undefined` if the read model was never built, or the store lost it. */
  liveBuild(readModel: ReadModelKey): Promise<LiveBuild | undefined>
  /**
   * Begins a new epoch for all later builds, unless that has happened since `epoch`. To be called when the log no longer
   * has the history from which a build of that epoch was made. Resolves to false if another worker was first.
   */
  beginEpoch(epoch: string): Promise<boolean>
  /**
   * Creates an empty build beside the live one. Earlier builds that never went live are deleted. In a store without any
   * builds, which is new or was emptied, an epoch begins.
   */
  beginBuild(readModel: ReadModelKey, lease?: Lease): Promise<BuildKey>
  /**
   * Makes a build live for all readers at once and deletes the previous live one. Activating the live build changes
   * nothing. A build of an older epoch is refused (`ReadModelNotBuilt`). So is one with invalid index entries, which is
   * deleted; the next build of its read model checks the entries in every commit.
   */
  activate(build: BuildKey, lease?: Lease): Promise<void>
  /** Returns the checkpoint of a build, or of the live one; `beginning` before the first commit. */
  checkpoint(readModel: ReadTarget): Promise<bigint>
  /** Returns the documents with these ids, in the same order; `undefined` for a missing one. */
  load<Doc extends Document>(readModel: ReadTarget, ids: readonly string[]): Promise<(Doc | undefined)[]>
  /**
   * Applies one step. Throws `Fenced` when the lease is no longer valid, `CheckpointMismatch` when the checkpoint is
   * not `from`, and `InvalidIndexEntry` when an entry cannot be stored; then nothing has changed.
   */
  commit(commit: Commit): Promise<void>
  /** Returns documents in the order of an index. `reverse` counts offset and rank from the end of the same order. */
  range<Doc extends Document>(
    readModel: ReadTarget,
    index: string,
    range: IndexRange,
  ): Promise<RankedDocument<Doc>[]>
  /**
   * Returns entries without the documents, which are neither read nor sent. Unlike an offset, a place does not move when other entries are
   * added or removed between two reads.
   */
  entries(readModel: ReadTarget, index: string, range: IndexRange | PlaceRange): Promise<IndexedEntry[]>
  /** Returns the rank of a document in an index; `undefined` if it has no entry there. O(log n). */
  rank(readModel: ReadTarget, index: string, id: string): Promise<number | undefined>
  /** Returns the texts of the documents with these ids, in the same order, without reading the documents. */
  texts(readModel: ReadTarget, ids: readonly string[]): Promise<(readonly string[])[]>
  /**
   * Returns the ids of the documents of an index that a search finds, in the order of the index. Compares at most
   * twice `maxCompared` documents.
   */
  search(readModel: ReadTarget, index: string, search: WordSearch): Promise<string[]>
  /** Returns the number of documents in an index. */
  count(readModel: ReadTarget, index: string): Promise<number>
  /** Returns the number of documents with a score between the bounds, both included. O(log n). */
  countBetween(readModel: ReadTarget, index: string, lowest: number, highest: number): Promise<number>
  /**
   * Returns the sum of the scores of an index, each rounded to a millionth; 0 for an empty index. It is maintained
   * without drift: O(1).
   */
  sum(readModel: ReadTarget, index: string): Promise<number>
  /**
   * Yields all documents of a build in any order, to verify them; a store may leave out their words. A document that does not change
   * meanwhile is yielded at least once; any other one as it was at some moment, or not at all.
   */
  scanDocuments(build: BuildKey): AsyncIterable<Upsert>
  /**
   * Returns the names of all indexes in which documents of a build have or had entries, and the name of the index of words if the store
   * keeps one. Every store scans the words.
   */
  indexNames(build: BuildKey): Promise<readonly string[]>
  /** Yields all entries of an index in any order, with the guarantee of `scanDocuments`. */
  scanIndex(build: BuildKey, index: string): AsyncIterable<IndexedEntry>
  /** Deletes a build, or a read model with all its builds. */
  drop(readModel: ReadTarget): Promise<void>
  /**
   * Acquires or renews the lease of a read model for this many milliseconds; `undefined` while another owner holds
   * it. `takesOver`: another owner loses it, and is fenced.
   */
  acquireLease(
    readModel: ReadModelKey,
    owner: string,
    forMs: number,
    takesOver?: boolean,
  ): Promise<Lease | undefined>
  /** Releases a lease before its end. Releasing a lease that was already lost is not an error. */
  releaseLease(lease: Lease): Promise<void>
  /**
   * Calls the listener when a live build moved or was switched; calls may be lost. Returns a function that stops it.
   */
  watch(listener: (moved: CheckpointMoved) => void): () => void
  close(): Promise<void>
}

/** The checkpoint in the store is `actual`, not the checkpoint that the projection worker expected. */
export class CheckpointMismatch extends Error {
  override name = 'CheckpointMismatch'
  readonly actual: bigint
  constructor(readModel: ReadModelKey, from: bigint, actual: bigint) {
    super(`Read model ${readModelName(readModel)} is at ${actual}, not ${from}.`)
    this.actual = actual
  }
}

/** Another worker holds the lease of the read model. */
export class Fenced extends Error {
  override name = 'Fenced'
  constructor(readModel: ReadModelKey) {
    super(`Another worker holds the lease of read model ${readModelName(readModel)}.`)
  }
}

/** An index entry cannot be stored: the code of its projection is wrong. */
export class InvalidIndexEntry extends Error {
  override name = 'InvalidIndexEntry'
}

/** There is no live build to read, or no such build to write to. */
export class ReadModelNotBuilt extends Error {
  override name = 'ReadModelNotBuilt'
  constructor(readModel: ReadTarget, cause?: unknown) {
    const build = 'build' in readModel ? `build ${readModel.build}` : 'live build'
    super(`Read model ${readModelName(readModel)} has no ${build}.`, cause === undefined ? {} : { cause })
  }
}

/** The store cannot be reached at the moment. Read models can be rebuilt from the log, so nothing is lost. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

export const readModelName = ({ name, version }: ReadModelKey): string => `${name} v${version}`
