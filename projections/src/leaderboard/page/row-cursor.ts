import { tiebreakerWithoutNames } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'
import { countEntriesBefore } from '../../count-before.ts'
import { refuseInvalidCursor } from '../../cursor.ts'
import type { Participant } from '../participant.ts'
import type { BoardIndex, Standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'

/** The last row of a page: the next page continues behind it, wherever it is by then. */
export type RowCursor = { id: string; entry: Required<IndexEntry> }

/** The index entries do not depend on the run. */
const { indexEntries } = leaderboardProjection(1)

/** The cursor of a participant; `undefined` for one who is not in the index. */
export function rowCursor(index: BoardIndex, id: string, participant: Participant): RowCursor | undefined {
  const place = indexEntries(participant, id)[index]
  return place && entryCursor({ id, entry: { tiebreaker: '', ...place } })
}

/** The cursor of an index entry. Without the names, because a new name does not change the order. */
export const entryCursor = ({ id, entry: { score, tiebreaker: tie } }: RowCursor): RowCursor => ({
  id,
  entry: { score, tiebreaker: tiebreakerWithoutNames(tie) },
})

/** Formats a row cursor for `encodeCursor`. */
export const formatRowCursor = ({ id, entry: { score, tiebreaker: tie } }: RowCursor): string =>
  `${score} ${tie} ${id}`

const form = /^(-?\d{1,6}(?:\.\d{1,20})?) ([\d-]{0,40}) ([\w-]{1,64})$/

/** Parses the text of `formatRowCursor`; refuses any other text as an invalid cursor. */
export function parseRowCursor(text: string): RowCursor {
  const [, score, tie, id] = form.exec(text) ?? []
  if (score === undefined || tie === undefined || id === undefined) return refuseInvalidCursor()
  return { id, entry: { score: Number(score), tiebreaker: tie } }
}

/**
 * The offset behind a last row in the current order. A list that continues there neither repeats nor skips participants
 * who have not moved. Takes a few reads, whatever the offset.
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
  const now = participant && rowCursor(index, last.id, participant)
  const isThere = rank !== undefined && now !== undefined && compareRows(now, last) === 0
  const before = isThere ? rank : await countBeforeRow(board, index, last)
  if (!isReverse) return isThere ? before + 1 : before
  return (await store.count(readModel, index)) - before
}

/** How many participants come before a row that has moved since. */
const countBeforeRow = (board: Standings, index: BoardIndex, last: RowCursor): Promise<number> =>
  countEntriesBefore<Participant>(board, { index, score: last.entry.score }, ({ id, document }) => {
    const there = rowCursor(index, id, document)
    return there !== undefined && compareRows(there, last) < 0
  })

/** The order of an index: by score, then by tie, then by id. */
function compareRows(left: RowCursor, right: RowCursor): number {
  if (left.entry.score !== right.entry.score) return left.entry.score - right.entry.score
  const [one, other] = [left, right].map(({ id, entry: place }) => `${place.tiebreaker} ${id}`)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}
