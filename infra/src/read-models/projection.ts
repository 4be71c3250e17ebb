// The definition of a read model: which documents and index entries its events make. Projections are pure and know no store.

import type { EventFamily, EventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '../event-log/event-log.ts'

/**
 * A document's entry in a sorted index. Order: ascending by `score`, then by `tiebreaker` (as text), then by document
 * id. Tiebreakers and ids must not contain U+0000. Stores may order characters beyond U+FFFF differently.
 */
export type IndexEntry = { score: number; tiebreaker?: string }

/** A document is plain JSON. */
export type Document = { readonly [field: string]: unknown }

/**
 * The pure definition of a read model, the same for every store: its documents and their index entries. Events are
 * applied at least once and in order; the store skips events that it has applied, so `evolve` sees each event once.
 */
export type Projection<
  Doc extends Document = Document,
  Family extends EventFamily = EventFamily,
> = ProjectionOf<Doc, Family, RecordedEventOf<Family>>

/**
 * An interface with the events as a separate type parameter, so that a projection of some events is assignable to a
 * projection of any events: the compiler compares the type parameters of an interface one by one.
 */
interface ProjectionOf<Doc extends Document, Family extends EventFamily, Event extends RecordedEvent> {
  name: string
  /** Raise it when documents or indexes change shape; the new version is built beside the old one. */
  version: number
  /** Prefixes of the streams whose events it handles. */
  streams: readonly string[]
  /**
   * The events that it handles. All other types are skipped in every version; a listed type in a version of a
   * newer release parks the projection. Without it every event of the streams is handled.
   */
  events?: Family
  /** Returns the ids of the documents that this event changes, in the order in which they change. */
  documentIds(event: Event): readonly string[]
  /** The ids of documents that `others` returns at every event, besides the documents that the event changes. */
  alsoReads?: readonly string[]
  /**
   * Returns the document after the event; `undefined` removes it. `id` is the id of the document. `others` returns the
   * other documents of this event, for a sum over documents that are stored one by one.
   */
  evolve(document: Doc | undefined, event: Event, id: string, others: DocumentsOfEvent<Doc>): Doc | undefined
  /** Returns the document's index entries, by the name of the index. */
  indexEntries(document: Doc, id: string): Readonly<Record<string, IndexEntry>>
  /** Returns the texts by which lists are filtered, in the form of `normalizeForSearch`; none when missing. */
  texts?(document: Doc, id: string): readonly string[]
  /**
   * Returns the words by which `search` finds a document, each once, without U+0000 and characters beyond U+FFFF; none when missing.
   * Documents that no search should find must have none, because a search compares a limited number of documents.
   */
  words?(document: Doc, id: string): readonly string[]
  /** Whether readers must not learn that the event has changed a document: it does not move `changedAt`. None when missing. */
  isHidden?(event: Event, before: Doc | undefined, after: Doc | undefined): boolean
}

/**
 * Returns a document that `documentIds` lists for the event: a document that is listed earlier as it is after the event, a document that is
 * listed later as it is before. May be called for these ids and the ids of `alsoReads` only.
 */
export type DocumentsOfEvent<Doc extends Document> = (id: string) => Doc | undefined

/** An event of a family as it was recorded, discriminated by `type`. */
export type RecordedEventOf<Family extends EventFamily> = RecordedEvent & EventOf<Family>
