import { createHash } from 'node:crypto'
import { refuse } from '@thirty/contracts/refusals.ts'

/**
 * Returns an opaque cursor: where a list continues, bound to the name of that list. `after` may identify the last item of
 * the page, for a list whose items move.
 */
export const encodeCursor = (list: string, place: number, after?: string): string =>
  Buffer.from([hashOf(list), place, ...(after === undefined ? [] : [after])].join('.')).toString('base64url')

/**
 * Returns the `place` in a cursor of this list, or `undefined` without a cursor. Refuses anything else as `malformed`.
 */
export const decodeCursorStart = (list: string, cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : decodeCursor(list, cursor).place

/** Returns the contents of a cursor of this list. Refuses anything else as `malformed`. */
export function decodeCursor(list: string, cursor: string): { place: number; after: string | undefined } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, hash, place, after] = /^([\w-]{8})\.(\d{1,15})(?:\.(.*))?$/.exec(text) ?? []
  if (hash === hashOf(list)) return { place: Number(place), after }
  return refuseInvalidCursor()
}

/** Throws the refusal of a cursor that was not made for this list. */
export function refuseInvalidCursor(): never {
  refuse('malformed', 'The request is malformed.', {
    cursor: 'This cursor does not belong to this list.',
  })
}

/** A short hash of the list name, so that a long search does not make a long cursor. */
const hashOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, 8)
