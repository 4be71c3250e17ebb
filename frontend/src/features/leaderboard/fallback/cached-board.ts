import type { BoardEntry, BoardTotals } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { Board } from '../board.ts'

/** The part of the board that is shown if the board cannot be loaded. `asOf` is ISO text. */
export type CachedBoard = { rows: readonly BoardEntry[]; totals: BoardTotals; asOf: string }

const key = 'thirty-last-board'
const maxRows = 50

/** Caches the first rows. The user's own row is not marked, because another user may log in next. */
export function cacheBoard({ rows, totals, asOf }: Board): void {
  const cached = rows.slice(0, maxRows).map((row) => ({ ...row, isCurrentUser: false }))
  try {
    localStorage.setItem(key, JSON.stringify({ rows: cached, totals, asOf } satisfies CachedBoard))
  } catch {
    // Without storage, only the fallback is missing.
  }
}

export function readCachedBoard(): CachedBoard | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    // Written by `cacheBoard` of this or an earlier release; anything else is ignored.
    const cached = JSON.parse(text) as Partial<CachedBoard>
    return Array.isArray(cached.rows) && cached.totals && cached.asOf ? (cached as CachedBoard) : undefined
  } catch {
    return undefined
  }
}
