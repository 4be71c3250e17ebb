import { orderIn } from '@thirty/contracts/rules/names-in-tie.ts'
import type { Place } from '@thirty/infra/views/views.ts'
import { countBefore } from '../count-before.ts'
import { refuseCursor } from '../cursor.ts'
import type { Participant } from './participant.ts'
import type { BoardIndex, Standings } from './standings.ts'
import { leaderboardView } from './view.ts'

/** The last row of a page: what stands behind it comes next, wherever that is by then. */
export type LastRow = { id: string; place: Required<Place> }

/** The run is part of a view's name only: places are the same in all of them. */
const { indexes } = leaderboardView(1)

/** A participant as the last row of a page; `undefined` for who does not stand in that index. */
export function lastRow(index: BoardIndex, id: string, participant: Participant): LastRow | undefined {
  const place = indexes(participant, id)[index]
  return place && lastPlace({ id, place: { tie: '', ...place } })
}

/** Whoever stands there as the last row. Without the names: a new one moves nobody. */
export const lastPlace = ({ id, place: { score, tie } }: LastRow): LastRow => ({
  id,
  place: { score, tie: orderIn(tie) },
})

/** As text for a cursor. */
export const textOf = ({ id, place: { score, tie } }: LastRow): string => `${score} ${tie} ${id}`

const form = /^(-?\d{1,6}(?:\.\d{1,20})?) ([\d-]{0,40}) ([\w-]{1,64})$/

/** From the text of a cursor. Refuses anything else as `malformed`. */
export function lastRowIn(text: string): LastRow {
  const [, score, tie, id] = form.exec(text) ?? []
  if (score === undefined || tie === undefined || id === undefined) return refuseCursor()
  return { id, place: { score: Number(score), tie } }
}

/**
 * How many rows of a list come before the one that stands behind a last row, as the board is now. Whoever did not move
 * is neither repeated nor passed over by a list that goes on there. A few reads, whatever the place.
 */
export async function offsetBehind(
  board: Standings,
  index: BoardIndex,
  last: LastRow,
  isReverse: boolean,
): Promise<number> {
  const { store, view } = board
  const [[participant], rank] = await Promise.all([
    store.load<Participant>(view, [last.id]),
    store.rank(view, index, last.id),
  ])
  const now = participant && lastRow(index, last.id, participant)
  const isThere = rank !== undefined && now !== undefined && comparePlaces(now, last) === 0
  const before = isThere ? rank : await countBeforePlace(board, index, last)
  if (!isReverse) return isThere ? before + 1 : before
  return (await store.count(view, index)) - before
}

/** How many stand before a place that nobody has any more. */
const countBeforePlace = (board: Standings, index: BoardIndex, last: LastRow): Promise<number> =>
  countBefore<Participant>(board, { index, score: last.place.score }, ({ id, document }) => {
    const there = lastRow(index, id, document)
    return there !== undefined && comparePlaces(there, last) < 0
  })

/** The order of an index: by score, then by tie, then by id. */
function comparePlaces(left: LastRow, right: LastRow): number {
  if (left.place.score !== right.place.score) return left.place.score - right.place.score
  const [one, other] = [left, right].map(({ id, place }) => `${place.tie} ${id}`)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}
