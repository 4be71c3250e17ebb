// Where the next page of the leaderboard begins: after the last row of the page before, wherever that has moved by then.

import type { IndexPlace } from '@thirty/infra/read-models/read-models.ts'
import { placeAfter } from '../../index-scan.ts'
import { refuseInvalidCursor } from '../../cursor.ts'
import type { BoardIndex, Standings } from '../standings.ts'

/** The last row of a page, by its entry in the index of the list, and the offset after it if no ranks change. */
export type LastRow = { offset: number; entry: IndexPlace }

/** Formats the entry of a last row for `encodeCursor`. */
export const formatEntry = ({ score, tiebreaker }: IndexPlace): string => `${score} ${tiebreaker}`

// Cursors of an earlier release have an id behind the tiebreaker.
const entryPattern = /^(-?\d{1,6}(?:\.\d{1,20})?) ([\d-]{0,40})(?: |$)/

/** Parses the text of `formatEntry`; refuses any other text as an invalid cursor. */
export function parseEntry(text: string): IndexPlace {
  const [, score, tiebreaker] = entryPattern.exec(text) ?? []
  if (score === undefined || tiebreaker === undefined) return refuseInvalidCursor()
  return { score: Number(score), tiebreaker }
}

/**
 * Returns the offset after a last row in the current order. A list that continues there neither repeats nor skips
 * participants who have not moved. Takes a few reads, regardless of the offset.
 */
export async function offsetAfter(
  board: Standings,
  index: BoardIndex,
  last: IndexPlace,
  reverse: boolean,
): Promise<number> {
  const { store, readModel } = board
  // No two entries have the same tiebreaker; see `rankKey`.
  const from = reverse ? last : placeAfter(last)
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
