// Puts pages that were loaded again into a long leaderboard. After a change only those near the window are; the others stay as they are,
// marked as stale, until they are scrolled to.

import type { BoardEntry, BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { Board } from './board.ts'

/** Rows of a page that is loaded again. Page 0 has the first ones. */
export const rowsPerPage = 100

/** Returns the pages that have rows from index `first` up to, but not including, `end`. */
export function pagesBetween(first: number, end: number): number[] {
  const firstPage = Math.max(0, Math.floor(first / rowsPerPage))
  const count = Math.ceil(end / rowsPerPage) - firstPage
  return Array.from({ length: Math.max(0, count) }, (_, index) => firstPage + index)
}

/** Returns the board that a first page and the rows of before make: its rows replace the first ones, and all further pages are stale. */
export function withFirstPage(current: Board, first: Board, options: PlacingOptions): Board {
  // The list has become shorter: nothing follows its first page.
  if (first.nextCursor === null) return first
  return {
    ...first,
    rows: placeRows(current.rows, 0, first.rows, options),
    nextCursor: current.nextCursor,
    stalePages: new Set(pagesBetween(rowsPerPage, current.rows.length)),
  }
}

/** Returns the board with a page as the server has it now. Rows that have not changed stay the same objects. */
export function replacePage(
  board: Board,
  page: number,
  { data, nextCursor }: Pick<BoardResponse, 'data' | 'nextCursor'>,
  options: PlacingOptions,
): Board {
  const offset = page * rowsPerPage
  const isLast = offset + rowsPerPage >= board.rows.length
  const stalePages = new Set(board.stalePages)
  stalePages.delete(page)
  const rows = placeRows(board.rows, offset, data, options)
  return {
    ...board,
    // Nothing follows the last page: the list may have become shorter.
    rows: nextCursor === null ? rows.slice(0, offset + data.length) : rows,
    nextCursor: isLast || nextCursor === null ? nextCursor : board.nextCursor,
    stalePages,
  }
}

/** `isByRank`: the list begins with rank 1 and ascends, so that a row has the rank of its place. */
export type PlacingOptions = { isByRank: boolean }

/**
 * Puts rows at an offset. Each of them takes the place of another row, which takes its former place: no row is in the list
 * twice, and no other row changes its place.
 */
function placeRows(
  before: readonly BoardEntry[],
  offset: number,
  placed: readonly BoardEntry[],
  { isByRank }: PlacingOptions,
): readonly BoardEntry[] {
  const knownById = new Map(before.map((row, index) => [row.id, { row, index }]))
  const placedIds = new Set(placed.map(({ id }) => id))
  const displaced = before.slice(offset, offset + placed.length).filter(({ id }) => !placedIds.has(id))
  const rows: (BoardEntry | undefined)[] = [...before]
  for (const { id } of placed) {
    const index = knownById.get(id)?.index
    if (index !== undefined && (index < offset || index >= offset + placed.length))
      rows[index] = displaced.shift()
  }
  for (const [index, row] of placed.entries()) {
    const known = knownById.get(row.id)?.row
    // Rows are plain data of the same server, with their fields in the same order.
    rows[offset + index] = known && JSON.stringify(known) === JSON.stringify(row) ? known : row
  }
  const complete = rows.filter((row) => row !== undefined)
  if (!isByRank) return complete
  // The rank of a row on a stale page is estimated from its place.
  return complete.map((row, index) => (row.rank === index + 1 ? row : { ...row, rank: index + 1 }))
}
