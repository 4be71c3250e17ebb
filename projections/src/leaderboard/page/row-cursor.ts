import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'
import { countEntriesBefore } from '../../count-before.ts'
import { refuseInvalidCursor } from '../../cursor.ts'
import type { Participant } from '../participant.ts'
import type { BoardIndex, Standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'

/** The last row of a page. The next page continues after it, wherever it has moved by then. */
export type RowCursor = { id: string; entry: Required<IndexEntry> }

/** The index entries do not depend on the run. */
const { indexEntries } = leaderboardProjection(firstHistory)

/** The cursor of a participant; `undefined` for one who is not in the index. */
export function rowCursor(index: BoardIndex, id: string, participant: Participant): RowCursor | undefined {
  const entry = indexEntries(participant, id)[index]
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
  isReverse: boolean,
): Promise<number> {
  const { store, readModel } = board
  const [[participant], rank] = await Promise.all([
    store.load<Participant>(readModel, [last.id]),
    store.rank(readModel, index, last.id),
  ])
  const current = participant && rowCursor(index, last.id, participant)
  const isUnmoved = rank !== undefined && current !== undefined && compareRows(current, last) === 0
  const before = isUnmoved ? rank : await countBeforeRow(board, index, last)
  if (!isReverse) return isUnmoved ? before + 1 : before
  return (await store.count(readModel, index)) - before
}

/** Counts the participants before the former place of a row that has moved since. */
const countBeforeRow = (board: Standings, index: BoardIndex, last: RowCursor): Promise<number> =>
  countEntriesBefore<Participant>(board, { index, score: last.entry.score }, ({ id, document }) => {
    const row = rowCursor(index, id, document)
    return row !== undefined && compareRows(row, last) < 0
  })

/** The order of an index: by score, then by tiebreaker, then by id. */
function compareRows(left: RowCursor, right: RowCursor): number {
  if (left.entry.score !== right.entry.score) return left.entry.score - right.entry.score
  const [first = '', second = ''] = [left, right].map(({ id, entry }) => `${entry.tiebreaker} ${id}`)
  return first === second ? 0 : first < second ? -1 : 1
}
