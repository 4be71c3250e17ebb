import { createHash } from 'node:crypto'
import { refuse } from '@thirty/contracts/refusals.ts'

/** An opaque cursor: the place at which a list goes on, bound to the name of that list. */
export const cursorAt = (list: string, place: number): string =>
  Buffer.from(`${markOf(list)}.${place}`).toString('base64url')

/** The place that a cursor of this list says; `undefined` without a cursor. Refuses anything else as `malformed`. */
export function placeOfCursor(list: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const [mark, place = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (mark === markOf(list) && /^\d{1,15}$/.test(place)) return Number(place)
  return refuse('malformed', 'The request is malformed.', {
    cursor: 'This cursor does not belong to this list.',
  })
}

/** Short, so that a long search does not make a long cursor. */
const markOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, 8)
