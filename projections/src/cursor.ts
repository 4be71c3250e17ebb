import { createHash } from 'node:crypto'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'

/**
 * Returns an opaque cursor that is valid only for the list of this name. `start` says where the next page starts, in the
 * unit of the list, e.g. a score or an offset. For a list whose items move, `after` may identify the last item of the
 * page.
 */
export const encodeCursor = (list: string, start: number, after?: string): string =>
  Buffer.from([hashOf(list), start, ...(after === undefined ? [] : [after])].join('.')).toString('base64url')

/** Returns the `start` of a cursor of this list; `undefined` without a cursor. Refuses other cursors as `malformed`. */
export const decodeCursorStart = (list: string, cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : decodeCursor(list, cursor).start

/** Returns the contents of a cursor of this list. Refuses other cursors as `malformed`. */
export function decodeCursor(list: string, cursor: string): { start: number; after: string | undefined } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, hash, start, after] = /^([\w-]{8})\.(\d{1,15})(?:\.(.*))?$/.exec(text) ?? []
  if (hash === hashOf(list)) return { start: Number(start), after }
  return refuseInvalidCursor()
}

/** Throws the refusal of a cursor that was not made for this list. */
export function refuseInvalidCursor(): never {
  refuse('malformed', 'The request is malformed.', {
    cursor: 'This cursor does not belong to this list.',
  })
}

/** Returns a short hash of the list name, so that a long search does not make a long cursor. */
const hashOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, 8)
