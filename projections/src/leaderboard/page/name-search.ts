// Searches the names on the leaderboard, page by page.

import type { RankedEntry } from '@thirty/infra/read-models/read-models.ts'
import { maxScanned } from '../../index-page.ts'
import { loadDocuments, scanEntries } from '../../index-scan.ts'
import type { LastRow } from './row-cursor.ts'
import type { Participant } from '../participant.ts'
import type { Standing } from '../board-row.ts'
import type { BoardIndex, Standings } from '../standings.ts'

type Search = {
  /** The order of the results, or its reverse. */
  index: BoardIndex
  reverse: boolean
  /** What to search for, normalised by `normalizeForSearch`. */
  searchText: string
  /** How many entries were scanned by earlier pages. */
  offset: number
  limit: number
}

/**
 * Scans the names on the board until the page is full or the limit of one scan is reached; the next page continues behind `next`. Only the
 * documents of matches are loaded.
 */
export async function searchByName(
  board: Standings,
  { index, reverse, searchText, offset, limit }: Search,
): Promise<{ rows: readonly Standing[]; next: LastRow | undefined }> {
  const { store, readModel } = board
  const matches: RankedEntry[] = []
  const found = async (next?: LastRow) => ({
    rows: await board.withRanks(await loadDocuments<Participant>(store, readModel, matches)),
    next,
  })
  let last: LastRow | undefined
  for await (const slice of scanEntries(store, readModel, index, { from: offset, reverse })) {
    const ids = slice.map(({ id }) => id)
    const texts = await store.texts(readModel, ids)
    for (const [at, entry] of slice.entries()) {
      const isMatch = texts[at]?.some((text) => text.includes(searchText)) ?? false
      const isFull = isMatch && matches.length === limit
      if (isFull || entry.rank - offset === maxScanned) return found(last)
      if (isMatch) matches.push(entry)
      last = { offset: entry.rank + 1, entry: entry.entry }
    }
  }
  return found()
}
