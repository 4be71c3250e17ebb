// The pages of the leaderboard: where the next one begins, which is after the last row of the page before, wherever that has moved by then;
// and the pages of a search for names.

import type { IndexedEntry, IndexRange } from '@thirty/infra/read-models/read-models.ts'
import { documentsById, scanEntries, placeAfter, refuseInvalidCursor } from '../../document-reads.ts'
import type { Participant } from '../participant.ts'
import type { Standing, BoardIndex, Standings } from '../standings.ts'
import { boardIndexEntries } from '../projection.ts'

/** The rows of a page, and the entry after which the next page starts, if there is one. */
export type PageRows = { rows: readonly Standing[]; last: IndexedEntry | undefined }

/**
 * Scans the names on the board for words, which are normalised; see `scanEntries`. Matches or not, `offset` entries are before the page.
 * Only the documents of matches are loaded.
 */
export async function searchByName(
  board: Standings,
  index: BoardIndex,
  words: string,
  { offset, limit, reverse = false }: IndexRange,
): Promise<PageRows> {
  const { store, readModel } = board
  const [first] = await store.entries(readModel, index, { offset, limit: 1, reverse })
  if (first === undefined) return { rows: [], last: undefined }
  const range = reverse
    ? ({ order: 'desc', from: placeAfter(first) } as const)
    : ({ order: 'asc', from: first } as const)
  const { found, last } = await scanEntries(board, { index, ...range, limit, words })
  const ids = found.map(({ id }) => id)
  const participants = [...(await documentsById<Participant>(board, ids))]
  const rows = await board.withRanks(participants.map(([id, document]) => ({ id, document })))
  return { rows, last }
}

/** Lists a range of the board. */
export async function listRows(board: Standings, index: BoardIndex, range: IndexRange): Promise<PageRows> {
  const [rows, count] = await Promise.all([
    board.list(index, range),
    board.store.count(board.readModel, index),
  ])
  const row = rows.at(-1)
  if (row === undefined || range.offset + range.limit >= count) return { rows, last: undefined }
  const entry = boardIndexEntries(row.participant, row.id)[index]
  return { rows, last: entry && { id: row.id, tiebreaker: '', ...entry } }
}

/** Formats the entry of the last row of a page; older releases read its id. */
export const formatRowCursor = ({ id, score, tiebreaker }: IndexedEntry): string =>
  `${score} ${tiebreaker} ${id}`

const cursorPattern = /^(-?\d{1,6}(?:\.\d{1,20})?) ([\d-]{0,40}) ([\w-]{1,64})$/

/** Parses the text of `formatRowCursor`; refuses any other text as an invalid cursor. */
export function parseRowCursor(text: string): IndexedEntry {
  const [, score, tiebreaker, id] = cursorPattern.exec(text) ?? []
  if (score === undefined || tiebreaker === undefined || id === undefined) return refuseInvalidCursor()
  return { id, score: Number(score), tiebreaker }
}

/**
 * Returns the offset after a last row in the current order. A list that continues there neither repeats nor skips
 * participants who have not moved. Takes a few reads, regardless of the offset.
 */
export async function offsetAfter(
  board: Standings,
  index: BoardIndex,
  last: IndexedEntry,
  reverse: boolean,
): Promise<number> {
  const { store, readModel } = board
  // No two entries have the same tiebreaker; see `rankKey`.
  const from = reverse ? last : placeAfter(last)
  const [[next], count] = await Promise.all([
    store.entries(readModel, index, { from, limit: 1, reverse }),
    store.count(readModel, index),
  ])
  if (next === undefined) return count
  const rank = await store.rank(readModel, index, next.id)
  // The next participant has just left the leaderboard.
  if (rank === undefined) return offsetAfter(board, index, last, reverse)
  return reverse ? count - 1 - rank : rank
}
