import type { BoardEntry, BoardTotals } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { Board } from '../board.ts'

/** What a browser remembers of the board for when it cannot be loaded. `asOf` is ISO time. */
export type CachedBoard = { rows: readonly BoardEntry[]; totals: BoardTotals; asOf: string }

const key = 'thirty-last-board'
const rowsKept = 50

/** Keeps the first rows. Whose browser it is is not part of it: somebody else may sign in next. */
export function cacheBoard({ rows, totals, asOf }: Board): void {
  const kept = rows.slice(0, rowsKept).map((row) => ({ ...row, isCurrentUser: false }))
  try {
    localStorage.setItem(key, JSON.stringify({ rows: kept, totals, asOf } satisfies CachedBoard))
  } catch {
    // A full storage costs the fallback only; the board itself is on the screen.
  }
}

export function readCachedBoard(): CachedBoard | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    // Written by `rememberBoard` of this or an earlier release; what does not look like it is as good as nothing.
    const kept = JSON.parse(text) as Partial<CachedBoard>
    return Array.isArray(kept.rows) && kept.totals && kept.asOf ? (kept as CachedBoard) : undefined
  } catch {
    return undefined
  }
}
