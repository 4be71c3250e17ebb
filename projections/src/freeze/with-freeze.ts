// The two sides of a document while the leaderboard is frozen: the true one, for admins, and beside it what everybody else may see of it
// (decision 0074); and the wrapper of a projection that makes documents with both. `public-store.ts` reads them.

import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import {
  isEventOf,
  pickEvents,
  type EventFamily,
  type EventOf,
} from '@thirty/contracts/events/event-definition.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { parseMoment } from '@thirty/contracts/challenge/moments.ts'
import type {
  Document,
  DocumentsOfEvent,
  IndexEntry,
  Projection,
  RecordedEventOf,
} from '@thirty/infra/read-models/projection.ts'

/** The two kinds of readers of a run: only admins read what a freeze hides. */
export type RunReader = 'admins' | 'everybody'

/** The document that says whether the leaderboard is frozen; it is in every read model with hidden changes. */
export const freezeDocumentId = 'freeze'

/** `frozenAt`: milliseconds since 1970; missing without a freeze. */
type FreezeDocument = { frozenAt?: number }

/** Returns since when the leaderboard is frozen by this document; the function of contracts with this name says it of a run. */
export const frozenAtOf = (freeze: Document | undefined): number | undefined =>
  // Safe: only the projections of `withFreeze` write this document.
  (freeze as FreezeDocument | undefined)?.frozenAt

/**
 * What the freeze that begins at `frozenAt` hides from everybody but admins: they see `document`, or none if that is null. Without
 * it, and in a freeze that begins at another time, they see the document itself.
 */
type Apart<Doc> = { frozenAt: number; document: Doc | null }

const apartOf = <Doc extends Document>(document: Doc | undefined): Apart<Doc> | undefined =>
  // Safe: no document of a projection has a field of this name.
  document?.['apart'] as Apart<Doc> | undefined

const truths = new WeakMap<Document, Document>()

/** Returns the document as admins see it: always the same object for the same document. */
export function truthOf<Doc extends Document>(document: Doc): Doc {
  if (apartOf(document) === undefined) return document
  // Safe: it was stored below for a document of this type.
  const known = truths.get(document) as Doc | undefined
  if (known !== undefined) return known
  const { apart: _, ...truth } = document
  truths.set(document, truth)
  // Safe: a document of this type has no field `apart`.
  return truth as unknown as Doc
}

/** Returns the document as everybody sees it in the freeze that begins at `frozenAt`. */
export function publicOf<Doc extends Document>(
  document: Doc | undefined,
  frozenAt: number | undefined,
): Doc | undefined {
  if (document === undefined) return undefined
  const apart = apartOf(document)
  return apart !== undefined && apart.frozenAt === frozenAt
    ? (apart.document ?? undefined)
    : truthOf(document)
}

/** Returns a document with what everybody else sees of it, if that is another one. */
const withPublic = <Doc extends Document>(truth: Doc, shown: Doc | undefined, frozenAt: number): Doc =>
  shown === truth ? truth : { ...truth, apart: { frozenAt, document: shown ?? null } }

/** Returns the freeze in which others than admins see something else than this document; undefined if they see the same. */
const hiddenBy = (document: Document | undefined): number | undefined => apartOf(document)?.frozenAt

/** Returns what everybody saw before and sees after a change of a document. A document of an earlier freeze is as everybody sees it. */
export function publicChange<Doc extends Document>(
  before: Doc | undefined,
  after: Doc | undefined,
): { before: Doc | undefined; after: Doc | undefined } {
  const frozenAt = hiddenBy(after) ?? (after === undefined ? hiddenBy(before) : undefined)
  return { before: publicOf(before, frozenAt), after: publicOf(after, frozenAt) }
}

const freezeEvents = pickEvents(
  challengeEvents,
  'LeaderboardFrozen',
  'FreezeCancelled',
  'LeaderboardRevealed',
)

type FreezeRules<Family extends EventFamily> = {
  run: number
  /** Whether everybody but admins must not learn of such an event during a freeze. */
  isHidden(event: RecordedEventOf<Family>): boolean
}

const evolveFreeze = (event: EventOf<typeof freezeEvents>): FreezeDocument =>
  event.type === 'LeaderboardFrozen' ? { frozenAt: parseMoment(event.data.frozenAt) } : {}

/** The name of the index with what a freeze hides from an index: the true entries of documents that are apart. */
export const hiddenEntries = (index: string, frozenAt: number): string => `${frozenAt}-${index}`
/** The name of the index with what everybody sees in their place. */
export const shownEntries = (index: string, frozenAt: number): string => `${frozenAt}+${index}`

/**
 * Returns a projection whose documents are the true ones, and from the beginning of a freeze also the public ones,
 * which no hidden event has changed. A document from which nothing is hidden has no public copy.
 */
export function withFreeze<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  { run, isHidden }: FreezeRules<Family>,
): Projection<Doc, Family> {
  const evolve = (
    document: Doc | undefined,
    event: RecordedEventOf<Family>,
    id: string,
    others: DocumentsOfEvent<Doc>,
  ): Doc | undefined => {
    const frozenAt = frozenAtOf(others(freezeDocumentId))
    // Nearly all events have nothing to hide.
    if (frozenAt === undefined && hiddenBy(document) === undefined)
      return projection.evolve(document, event, id, (other) => {
        const found = others(other)
        return found && truthOf(found)
      })
    const before = document && truthOf(document)
    let dependsOnApart = frozenAt !== undefined && hiddenBy(document) === frozenAt
    const after = projection.evolve(before, event, id, (other) => {
      const found = others(other)
      if (found === undefined) return undefined
      dependsOnApart ||= frozenAt !== undefined && hiddenBy(found) === frozenAt
      return truthOf(found)
    })
    if (frozenAt === undefined || after === undefined) return after
    const shownBefore = publicOf(document, frozenAt)
    const shownAfter = (): Doc | undefined => {
      if (Date.parse(event.at) >= frozenAt && isHidden(event)) return shownBefore
      if (!dependsOnApart) return after
      return projection.evolve(shownBefore, event, id, (other) => publicOf(others(other), frozenAt))
    }
    const shown = shownAfter()
    const isSame = after === before && shown === shownBefore
    return isSame && (hiddenBy(document) ?? frozenAt) === frozenAt
      ? document
      : withPublic(after, shown, frozenAt)
  }

  const indexEntries = (document: Doc, id: string): Readonly<Record<string, IndexEntry>> => {
    const frozenAt = hiddenBy(document)
    if (frozenAt === undefined) return projection.indexEntries(document, id)
    const entries = { ...projection.indexEntries(truthOf(document), id) }
    const shownDocument = publicOf(document, frozenAt)
    const shown = shownDocument === undefined ? {} : projection.indexEntries(shownDocument, id)
    for (const index of new Set([...Object.keys(entries), ...Object.keys(shown)])) {
      const [own, other] = [entries[index], shown[index]]
      if (own?.score === other?.score && own?.tiebreaker === other?.tiebreaker) continue
      if (own) entries[hiddenEntries(index, frozenAt)] = own
      if (other) entries[shownEntries(index, frozenAt)] = other
    }
    return entries
  }

  const { texts, words } = projection
  /** A freeze hides no names. */
  const ofTruth = (list: (document: Doc, id: string) => readonly string[]) => (document: Doc, id: string) =>
    id === freezeDocumentId ? [] : list(truthOf(document), id)
  return {
    ...projection,
    streams: [...projection.streams, challengeStream],
    // The events of freezes are handled here, and the projection never sees them.
    ...(projection.events && { events: { ...projection.events, ...freezeEvents } }),
    documentIds: (event) => {
      if (isEventOf(freezeEvents, event)) return event.data.run === run ? [freezeDocumentId] : []
      return projection.documentIds(event)
    },
    alsoReads: [freezeDocumentId],
    evolve: (document, event, id, others) => {
      if (id !== freezeDocumentId) return evolve(document, event, id, others)
      // Safe: nobody reads the document of the freeze as another one.
      return isEventOf(freezeEvents, event) ? (evolveFreeze(event) as Document as Doc) : document
    },
    indexEntries: (document, id) => (id === freezeDocumentId ? {} : indexEntries(document, id)),
    ...(texts && { texts: ofTruth(texts) }),
    ...(words && { words: ofTruth(words) }),
    isHidden: (event, before, after) => {
      // The beginning and the end of a freeze change nothing that is shown; the epoch says that they happened.
      if (isEventOf(freezeEvents, event)) return true
      if (hiddenBy(before) === undefined && hiddenBy(after) === undefined) return before === after
      const change = publicChange(before, after)
      return change.before === change.after
    },
  }
}
