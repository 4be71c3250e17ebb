// The pages of the leaderboard: where the next one begins, which is after the last row of the page before, wherever that has moved by then;
// and the pages of a search for names.

import type { IndexedEntry } from '@thirty/infra/read-models/read-models.ts'
import { documentsById } from '../../documents-by-id.ts'
import { scanEntries } from '../../index-page.ts'
import { placeAfter } from '../../index-scan.ts'
import type { Participant } from '../participant.ts'
import type { Standing } from '../board-row.ts'
import type { BoardIndex, Standings } from '../standings.ts'
import { refuseInvalidCursor } from '../../cursor.ts'
import { boardIndexEntries } from '../projection.ts'

type Search = {
  index: BoardIndex
  isReverse: boolean
  /** What to search for, normalised by `normalizeForSearch`. */
  words: string
  /** How many entries are before the page, matches or not. */
  offset: number
  limit: number
}

/** Scans the names on the board; see `scanEntries`. The next page continues behind `last`. Only the documents of matches are loaded. */
export async function searchByName(
  board: Standings,
  { index, isReverse, words, offset, limit }: Search,
): Promise<PageRows> {
  const { store, readModel } = board
  const [first] = await store.entries(readModel, index, { offset, limit: 1, reverse: isReverse })
  if (first === undefined) return { rows: [], next: null }
  const range = isReverse
    ? ({ order: 'desc', from: placeAfter(first) } as const)
    : ({ order: 'asc', from: first } as const)
  const { found, last } = await scanEntries(board, { index, ...range, limit, words })
  const ids = found.map(({ id }) => id)
  const participants = [...(await documentsById<Participant>(board, ids))]
  return {
    rows: await board.withRanks(participants.map(([id, document]) => ({ id, document }))),
    next: last ? { offset, last } : null,
  }
}

/** The rows of a page, and what the next page starts after: the row `last`, at `offset` in a list without a search if no ranks change. */
export type PageRows = { rows: readonly Standing[]; next: { offset: number; last: IndexedEntry } | null }

/** Returns the entry of a participant; `undefined` for one who is not in the index. */
export function entryOf(index: BoardIndex, id: string, participant: Participant): IndexedEntry | undefined {
  const entry = boardIndexEntries(participant, id)[index]
  return entry && { id, tiebreaker: '', ...entry }
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
