// Searches the names on the leaderboard, page by page.

import type { RankedEntry } from '@thirty/infra/read-models/read-models.ts'
import { maxScanned } from '../../index-page.ts'
import { loadDocuments, scanEntries } from '../../index-scan.ts'
import type { RowCursor } from './row-cursor.ts'
import type { Participant } from '../participant.ts'
import type { Standing } from '../board-row.ts'
import type { BoardIndex, Standings } from '../standings.ts'

type Search = {
  /** The order of the results, or its reverse. */
  index: BoardIndex
  isReverse: boolean
  /** What to search for, normalised by `normalizeForSearch`. */
  searchText: string
  /** How many entries were scanned by earlier pages. */
  offset: number
  limit: number
}

/**
 * Scans the names on the board until the page is full or the limit of one scan is reached; the next page continues behind `last`. Only the
 * documents of matches are loaded.
 */
export async function searchByName(
  board: Standings,
  search: Search,
): Promise<{ rows: readonly Standing[]; next: { offset: number; last: RowCursor } | null }> {
  const { matches, last } = await findMatches(board, search)
  return {
    rows: await board.withRanks(await loadDocuments<Participant>(board.store, board.readModel, matches)),
    next: last ? { offset: last.rank + 1, last } : null,
  }
}

/** The matches, and the entry that was scanned last if there may be more. */
async function findMatches(
  { store, readModel }: Standings,
  { index, isReverse, searchText, offset, limit }: Search,
): Promise<{ matches: readonly RankedEntry[]; last: RankedEntry | undefined }> {
  const matches: RankedEntry[] = []
  let last: RankedEntry | undefined
  for await (const slice of scanEntries(store, readModel, index, { from: offset, reverse: isReverse })) {
    const texts = await store.texts(
      readModel,
      slice.map(({ id }) => id),
    )
    for (const [at, entry] of slice.entries()) {
      const isMatch = texts[at]?.some((text) => text.includes(searchText)) ?? false
      const isFull = isMatch && matches.length === limit
      if (isFull || entry.rank - offset === maxScanned) return { matches, last }
      if (isMatch) matches.push(entry)
      last = entry
    }
  }
  return { matches, last: undefined }
}
