import type { BoardEntry, BoardTotals } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { Board } from '../board.ts'

/** The part of the board that is cached for when it cannot be loaded. `asOf` is ISO time. */
export type CachedBoard = { rows: readonly BoardEntry[]; totals: BoardTotals; asOf: string }

const key = 'thirty-last-board'
const rowsKept = 50

/** Caches the first rows, without marking the user's own: another user may log in next. */
export function cacheBoard({ rows, totals, asOf }: Board): void {
  const kept = rows.slice(0, rowsKept).map((row) => ({ ...row, isCurrentUser: false }))
  try {
    localStorage.setItem(key, JSON.stringify({ rows: kept, totals, asOf } satisfies CachedBoard))
  } catch {
    // Without storage only the fallback is lost.
  }
}

export function readCachedBoard(): CachedBoard | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    // Written by `cacheBoard` of this or an earlier release; anything else is ignored.
    const kept = JSON.parse(text) as Partial<CachedBoard>
    return Array.isArray(kept.rows) && kept.totals && kept.asOf ? (kept as CachedBoard) : undefined
  } catch {
    return undefined
  }
}
