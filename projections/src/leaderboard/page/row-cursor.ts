// Where the next page of the leaderboard begins: after the last row of the page before, wherever that has moved by then.

import type { IndexPlace } from '@thirty/infra/read-models/read-models.ts'
import { placeAfter } from '../../index-scan.ts'
import { refuseInvalidCursor } from '../../cursor.ts'
import type { Participant } from '../participant.ts'
import type { BoardIndex, Standings } from '../standings.ts'
import { boardIndexEntries } from '../projection.ts'

/** The last row of a page; older releases read its id. */
export type RowCursor = { id: string; entry: IndexPlace }

/** The cursor of a participant; `undefined` for one who is not in the index. */
export function rowCursor(index: BoardIndex, id: string, participant: Participant): RowCursor | undefined {
  const entry = boardIndexEntries(participant)[index]
  return entry && { id, entry: { tiebreaker: '', ...entry } }
}

/** Formats a row cursor for `encodeCursor`. */
export const formatRowCursor = ({ id, entry: { score, tiebreaker } }: RowCursor): string =>
  `${score} ${tiebreaker} ${id}`

const cursorPattern = /^(-?\d{1,6}(?:\.\d{1,20})?) ([\d-]{0,40}) ([\w-]{1,64})$/

/** Parses the text of `formatRowCursor`; refuses any other text as an invalid cursor. */
export function parseRowCursor(text: string): RowCursor {
  const [, score, tiebreaker, id] = cursorPattern.exec(text) ?? []
  if (score === undefined || tiebreaker === undefined || id === undefined) return refuseInvalidCursor()
  return { id, entry: { score: Number(score), tiebreaker } }
}

/**
 * Returns the offset after a last row in the current order. A list that continues there neither repeats nor skips
 * participants who have not moved. Takes a few reads, regardless of the offset.
 */
export async function offsetAfter(
  board: Standings,
  index: BoardIndex,
  last: RowCursor,
  reverse: boolean,
): Promise<number> {
  const { store, readModel } = board
  // No two entries have the same tiebreaker; see `rankKey`.
  const from = reverse ? last.entry : placeAfter(last.entry)
  const [[next], count] = await Promise.all([
    store.entriesFrom(readModel, index, { from, limit: 1, reverse }),
    store.count(readModel, index),
  ])
  if (next === undefined) return count
  const rank = await store.rank(readModel, index, next.id)
  // The next participant has just left the leaderboard.
  if (rank === undefined) return offsetAfter(board, index, last, reverse)
  return reverse ? count - 1 - rank : rank
}
