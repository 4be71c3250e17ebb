import type { Place } from '@thirty/infra/views/views.ts'
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
  return place && { id, place: { tie: '', ...place } }
}

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
  const before = isThere ? rank : await countBefore(board, index, last)
  if (!isReverse) return isThere ? before + 1 : before
  return (await store.count(view, index)) - before
}

const lowest = -1_000
/** Scores have one decimal: less than half of that tells two of them apart. */
const smallestStep = 0.04

/** How many stand before a place that nobody has any more: by score first, then by looking between equal ones. */
async function countBefore({ store, view }: Standings, index: BoardIndex, last: LastRow): Promise<number> {
  const { score } = last.place
  let [low, high] = await Promise.all([
    store.countBetween(view, index, lowest, score - smallestStep),
    store.countBetween(view, index, lowest, score + smallestStep),
  ])
  while (low < high) {
    const middle = (low + high) >>> 1
    // One after the other: each look says where the next one is.
    const [found] = await store.range<Participant>(view, index, { offset: middle, limit: 1 })
    const there = found && lastRow(index, found.id, found.document)
    if (there !== undefined && comparePlaces(there, last) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The order of an index: by score, then by tie, then by id. */
function comparePlaces(left: LastRow, right: LastRow): number {
  if (left.place.score !== right.place.score) return left.place.score - right.place.score
  const [one, other] = [left, right].map(({ id, place }) => `${place.tie} ${id}`)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}
