// The table of the leaderboard, live or of a past day: sorting, pages and the number of rows. Rows on the podium are left out.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import type { ComponentProps, ReactNode } from 'react'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { t } from '../../../shared/i18n/t.ts'
import { isDefaultFilter, type Board, type BoardFilter } from '../../../shared/leaderboard/board.ts'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { People } from '../../../shared/people/people.tsx'
import { EmptyState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import type { BoardQuery } from '../board-url.ts'
import { rowClasses } from './board-row.tsx'

type BoardTableProps = Pick<
  ComponentProps<typeof DataTable<BoardEntry, BoardSort>>,
  'definition' | 'countChanges' | 'holds' | 'handle' | 'onVisibleRows'
> & {
  board: Board
  view: Pick<LiveView<Board>, 'moreState' | 'loadMore'>
  query: BoardQuery
  /** Below the list, beside the number of rows. */
  action?: ReactNode
}

export const BoardTable = ({ board, view, query, action, ...table }: BoardTableProps) => {
  const { filter, onFilter, page, onPage } = query
  const { sort, order, search, around } = filter
  const podiumIds = new Set(isDefaultFilter(filter) ? board.topThree.map(({ id }) => id) : [])
  const listed = board.rows.filter(({ id }) => !podiumIds.has(id))
  return (
    <People of={board.rows}>
      <DataTable
        {...table}
        label={t('common.standings')}
        view={{ state: 'ready', rows: listed }}
        classes={rowClasses}
        filterKey={`${search} ${around}`}
        animatesRanks
        sorting={{
          sort,
          order,
          onSort: (nextSort, nextOrder) => onFilter({ sort: nextSort, order: nextOrder, search }),
        }}
        paging={{
          page,
          onPage,
          hasMore: board.nextCursor !== null,
          moreState: view.moreState,
          onMore: view.loadMore,
          summary: (shownCount) => formatRowCount(listed.slice(0, shownCount), board, filter),
          action,
        }}
        empty={
          search === '' ? (
            <EmptyState title={t('leaderboard.nobodyElse')}>{t('leaderboard.everybodyOnPodium')}</EmptyState>
          ) : (
            <NoMatches title={t('common.noMatch')} onClear={() => onFilter({ search: '' })} />
          )
        }
      />
    </People>
  )
}

/** Says which rows of the list are shown: "Showing 4–25 of 42", or how many were found. */
function formatRowCount(rows: readonly BoardEntry[], board: Board, filter: BoardFilter): string {
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
