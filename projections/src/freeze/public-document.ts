// The two sides of a document while the leaderboard is frozen: the true one, for admins, and beside it what everybody else may see of it
// (decision 0074). `with-freeze.ts` writes them, `public-store.ts` reads them.

import type { Document } from '@thirty/infra/read-models/projection.ts'

/** The two kinds of readers of a run: only admins read what a freeze hides. */
export type RunReader = 'admins' | 'everybody'

/** The document that says whether the leaderboard is frozen; it is in every read model with hidden changes. */
export const freezeDocumentId = 'freeze'

/** `frozenAt`: milliseconds since 1970; missing without a freeze. */
export type FreezeDocument = { frozenAt?: number }

/** Returns since when the leaderboard is frozen by this document; that of contracts says it of a run. */
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
export const withPublic = <Doc extends Document>(truth: Doc, shown: Doc | undefined, frozenAt: number): Doc =>
  shown === truth ? truth : { ...truth, apart: { frozenAt, document: shown ?? null } }

/** Returns the freeze in which others than admins see something else than this document; undefined if they see the same. */
export const hiddenBy = (document: Document | undefined): number | undefined => apartOf(document)?.frozenAt

/** Returns what everybody saw before and sees after a change of a document. A document of an earlier freeze is as everybody sees it. */
export function publicChange<Doc extends Document>(
  before: Doc | undefined,
  after: Doc | undefined,
): { before: Doc | undefined; after: Doc | undefined } {
  const frozenAt = hiddenBy(after) ?? (after === undefined ? hiddenBy(before) : undefined)
  return { before: publicOf(before, frozenAt), after: publicOf(after, frozenAt) }
}
