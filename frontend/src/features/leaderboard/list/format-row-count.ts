import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import type { Board, BoardFilter } from '../../../shared/leaderboard/board.ts'
import { t } from '../../../shared/i18n/t.ts'

/** Says which rows of the list are shown: "Showing 4–25 of 42", or how many were found. */
export function formatRowCount(rows: readonly BoardEntry[], board: Board, filter: BoardFilter): string {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return ''
  // The number of matches is known once all pages are loaded.
  if (filter.search !== '') {
    const found = formatNumber(board.rows.length)
    return t('leaderboard.found', { count: board.nextCursor === null ? found : `${found}+` })
  }
  const isByRank = filter.sort === 'totalPoints' && filter.order === 'desc' && first !== last
  return t('leaderboard.showing', {
    shown: isByRank ? `${formatNumber(first.rank)}–${formatNumber(last.rank)}` : formatNumber(rows.length),
    total: formatNumber(board.totals.totalUsers),
  })
}
