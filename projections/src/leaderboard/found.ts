import { isNamedIn } from '@thirty/contracts/rules/names-in-tie.ts'
import type { Placed } from '@thirty/infra/views/views.ts'
import { mostLookedAt } from '../newest.ts'
import { documentsOf, placesOf } from '../slices.ts'
import { lastPlace, type LastRow } from './going-on.ts'
import type { Participant } from './participant.ts'
import type { Standing } from './row.ts'
import type { BoardIndex, Standings } from './standings.ts'

type Search = {
  /** In whose order those who are found are told, or in the reverse of it. */
  index: BoardIndex
  isReverse: boolean
  /** What is looked for, `searchable`. */
  wanted: string
  /** How many places are not looked at any more. */
  offset: number
  limit: number
}

/**
 * Looks through the names on the board until the page is full, or so much was looked at that it is somebody else's turn;
 * the next page goes on behind `last`, where this one stopped looking. Documents are read of those alone who are found.
 */
export async function found(
  board: Standings,
  search: Search,
): Promise<{ rows: readonly Standing[]; next: { offset: number; last: LastRow } | null }> {
  const { matches, last } = await matching(board, search)
  return {
    rows: await board.rank(await documentsOf<Participant>(board.store, board.view, matches)),
    next: last ? { offset: last.rank + 1, last: lastPlace(last) } : null,
  }
}

/** Those who are meant, and who was looked at last where there may be more. */
async function matching(
  { store, view }: Standings,
  { index, isReverse, wanted, offset, limit }: Search,
): Promise<{ matches: readonly Placed[]; last: Placed | undefined }> {
  const matches: Placed[] = []
  let last: Placed | undefined
  for await (const slice of placesOf(store, view, index, { from: offset, reverse: isReverse })) {
    for (const one of slice) {
      const isMatch = isNamedIn(one.place.tie, wanted)
      const isFull = isMatch && matches.length === limit
      if (isFull || one.rank - offset === mostLookedAt) return { matches, last }
      if (isMatch) matches.push(one)
      last = one
    }
  }
  return { matches, last: undefined }
}
