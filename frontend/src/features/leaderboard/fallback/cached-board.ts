import type { BoardEntry, BoardTotals } from '@thirty/contracts/leaderboard/api.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { withStandIns } from '../../../shared/i18n/server-text.ts'
import type { Board } from '../../../shared/leaderboard/board.ts'

/** The part of the board that is shown if the board cannot be loaded. `asOf` is ISO text. */
export type CachedBoard = { rows: readonly BoardEntry[]; totals: BoardTotals; asOf: string }

const key = 'thirty-last-board'
const maxRows = 50

/** Caches the first rows. The user's own row is not marked, because another user may log in next. */
export function cacheBoard({ rows, totals, asOf }: Board): void {
  const cached = rows.slice(0, maxRows).map((row) => ({ ...row, isCurrentUser: false }))
  deviceStorage.set(key, JSON.stringify({ rows: cached, totals, asOf } satisfies CachedBoard))
}

export function readCachedBoard(): CachedBoard | undefined {
  const text = deviceStorage.get(key)
  if (text === undefined) return undefined
  try {
    // Written by `cacheBoard` of this or an earlier release; anything else is ignored.
    const cached = JSON.parse(text) as Partial<CachedBoard>
    if (!Array.isArray(cached.rows) || !cached.totals || !cached.asOf) return undefined
    // A page in another language may have stored them.
    return withStandIns(cached as CachedBoard)
  } catch {
    return undefined
  }
}
