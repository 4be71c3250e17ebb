import { createHash } from 'node:crypto'
import { refuse } from '@thirty/contracts/refusals.ts'

/**
 * An opaque cursor: the place at which a list goes on, bound to the name of that list. `after` may say what it goes on
 * behind, for a list in which places move.
 */
export const encodeCursor = (list: string, place: number, after?: string): string =>
  Buffer.from([markOf(list), place, ...(after === undefined ? [] : [after])].join('.')).toString('base64url')

/** The place that a cursor of this list says; `undefined` without a cursor. Refuses anything else as `malformed`. */
export const decodeCursorStart = (list: string, cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : decodeCursor(list, cursor).place

/** All that a cursor of this list says. Refuses anything else as `malformed`. */
export function decodeCursor(list: string, cursor: string): { place: number; after: string | undefined } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, mark, place, after] = /^([\w-]{8})\.(\d{1,15})(?:\.(.*))?$/.exec(text) ?? []
  if (mark === markOf(list)) return { place: Number(place), after }
  return refuseInvalidCursor()
}

/** Ends the query: a cursor that we did not make for this list. */
export function refuseInvalidCursor(): never {
  refuse('malformed', 'The request is malformed.', {
    cursor: 'This cursor does not belong to this list.',
  })
}

/** Short, so that a long search does not make a long cursor. */
const markOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, 8)
