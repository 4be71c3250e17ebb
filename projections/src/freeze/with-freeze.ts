// Wraps a projection, so that from the beginning of a freeze its true documents keep beside themselves what everybody but admins may see.

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
import {
  freezeDocumentId,
  frozenAtOf,
  hiddenBy,
  publicChange,
  publicOf,
  truthOf,
  withPublic,
  type FreezeDocument,
} from './public-document.ts'

const freezeEvents = pickEvents(
  challengeEvents,
  'LeaderboardFrozen',
  'FreezeCancelled',
  'LeaderboardRevealed',
)

export type FreezeRules<Family extends EventFamily> = {
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
