import { tiebreakerHasName } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import type { RankedEntry } from '@thirty/infra/read-models/read-models.ts'
import { maxScanned } from '../../newest-first.ts'
import { loadDocuments, scanEntries } from '../../index-scan.ts'
import { entryCursor, type RowCursor } from './row-cursor.ts'
import type { Participant } from '../participant.ts'
import type { Standing } from '../board-row.ts'
import type { BoardIndex, Standings } from '../standings.ts'

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
export async function searchByName(
  board: Standings,
  search: Search,
): Promise<{ rows: readonly Standing[]; next: { offset: number; last: RowCursor } | null }> {
  const { matches, last } = await matching(board, search)
  return {
    rows: await board.withRanks(await loadDocuments<Participant>(board.store, board.readModel, matches)),
    next: last ? { offset: last.rank + 1, last: entryCursor(last) } : null,
  }
}

/** Those who are meant, and who was looked at last where there may be more. */
async function matching(
  { store, readModel: view }: Standings,
  { index, isReverse, wanted, offset, limit }: Search,
): Promise<{ matches: readonly RankedEntry[]; last: RankedEntry | undefined }> {
  const matches: RankedEntry[] = []
  let last: RankedEntry | undefined
  for await (const slice of scanEntries(store, view, index, { from: offset, reverse: isReverse })) {
    for (const one of slice) {
      const isMatch = tiebreakerHasName(one.entry.tiebreaker, wanted)
      const isFull = isMatch && matches.length === limit
      if (isFull || one.rank - offset === maxScanned) return { matches, last }
      if (isMatch) matches.push(one)
      last = one
    }
  }
  return { matches, last: undefined }
}
