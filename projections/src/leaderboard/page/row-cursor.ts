import { tiebreakerWithoutNames } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'
import { countEntriesBefore } from '../../count-before.ts'
import { refuseInvalidCursor } from '../../cursor.ts'
import type { Participant } from '../participant.ts'
import type { BoardIndex, Standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'

/** The last row of a page: what stands behind it comes next, wherever that is by then. */
export type RowCursor = { id: string; entry: Required<IndexEntry> }

/** The run is part of a view's name only: places are the same in all of them. */
const { indexEntries: indexes } = leaderboardProjection(1)

/** A participant as the last row of a page; `undefined` for who does not stand in that index. */
export function rowCursor(index: BoardIndex, id: string, participant: Participant): RowCursor | undefined {
  const place = indexes(participant, id)[index]
  return place && entryCursor({ id, entry: { tiebreaker: '', ...place } })
}

/** Whoever stands there as the last row. Without the names: a new one moves nobody. */
export const entryCursor = ({ id, entry: { score, tiebreaker: tie } }: RowCursor): RowCursor => ({
  id,
  entry: { score, tiebreaker: tiebreakerWithoutNames(tie) },
})

/** As text for a cursor. */
export const formatRowCursor = ({ id, entry: { score, tiebreaker: tie } }: RowCursor): string =>
  `${score} ${tie} ${id}`

const form = /^(-?\d{1,6}(?:\.\d{1,20})?) ([\d-]{0,40}) ([\w-]{1,64})$/

/** From the text of a cursor. Refuses anything else as `malformed`. */
export function parseRowCursor(text: string): RowCursor {
  const [, score, tie, id] = form.exec(text) ?? []
  if (score === undefined || tie === undefined || id === undefined) return refuseInvalidCursor()
  return { id, entry: { score: Number(score), tiebreaker: tie } }
}

/**
 * How many rows of a list come before the one that stands behind a last row, as the board is now. Whoever did not move
 * is neither repeated nor passed over by a list that goes on there. A few reads, whatever the place.
 */
export async function offsetAfter(
  board: Standings,
  index: BoardIndex,
  last: RowCursor,
  isReverse: boolean,
): Promise<number> {
  const { store, readModel: view } = board
  const [[participant], rank] = await Promise.all([
    store.load<Participant>(view, [last.id]),
    store.rank(view, index, last.id),
  ])
  const now = participant && rowCursor(index, last.id, participant)
  const isThere = rank !== undefined && now !== undefined && comparePlaces(now, last) === 0
  const before = isThere ? rank : await countBeforePlace(board, index, last)
  if (!isReverse) return isThere ? before + 1 : before
  return (await store.count(view, index)) - before
}

/** How many stand before a place that nobody has any more. */
const countBeforePlace = (board: Standings, index: BoardIndex, last: RowCursor): Promise<number> =>
  countEntriesBefore<Participant>(board, { index, score: last.entry.score }, ({ id, document }) => {
    const there = rowCursor(index, id, document)
    return there !== undefined && comparePlaces(there, last) < 0
  })

/** The order of an index: by score, then by tie, then by id. */
function comparePlaces(left: RowCursor, right: RowCursor): number {
  if (left.entry.score !== right.entry.score) return left.entry.score - right.entry.score
  const [one, other] = [left, right].map(({ id, entry: place }) => `${place.tiebreaker} ${id}`)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}
