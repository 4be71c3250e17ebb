// The list of the leaderboard. It does not change while pointer or focus is inside; otherwise rows move to their new ranks.

import { useCallback, useRef, type RefObject } from 'react'
import { countChanges, isDefaultFilter, type Board } from '../../../shared/leaderboard/board.ts'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { DataTable, type TableHandle } from '../../../shared/ui/table/data-table.tsx'
import type { BoardQuery } from '../board-filter.ts'
import { leaderboard } from '../leaderboard.ts'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { rowClasses, useBoardRow } from './board-row.tsx'
import { formatRowCount } from './format-row-count.ts'
import { NothingListed } from './nothing-listed.tsx'
import { OwnRankBar } from './own-rank-bar.tsx'

type BoardRowsProps = {
  board: Board
  view: Pick<LiveView<Board>, 'moreState' | 'loadMore'>
  query: BoardQuery
  podium: RefObject<HTMLElement | null>
}

export const BoardRows = ({ board, view, query, podium }: BoardRowsProps) => {
  const { filter, onFilter, page, onPage } = query
  const { sort, order, search, around } = filter
  const table = useRef<TableHandle>(null)
  const podiumIds = new Set(isDefaultFilter(filter) ? board.topThree.map((row) => row.id) : [])
  const listed = board.rows.filter((row) => !podiumIds.has(row.id))
  const { size: podiumSize } = podiumIds
  const onVisibleRows = useCallback(
    (first: number, end: number) =>
      leaderboard.setVisibleRows({ sort, order, search, around }, first + podiumSize, end + podiumSize),
    [podiumSize, sort, order, search, around],
  )
  const goToOwnRow = () => {
    const own = listed.find((row) => row.isCurrentUser)
    if (own) table.current?.showRow(own.id)
    else onFilter({ ...filter, around: 'me' })
  }
  return (
    <>
      <People of={board.rows}>
        <DataTable
          label={t('common.standings')}
          view={{ state: 'ready', rows: listed }}
          definition={useBoardRow()}
          classes={rowClasses}
          filterKey={`${filter.search} ${filter.around}`}
          countChanges={countChanges}
          handle={table}
          onVisibleRows={onVisibleRows}
          animatesRanks
          sorting={{
            sort: filter.sort,
            order: filter.order,
            onSort: (nextSort, nextOrder) => onFilter({ sort: nextSort, order: nextOrder, search }),
          }}
          paging={{
            page,
            onPage,
            hasMore: board.nextCursor !== null,
            moreState: view.moreState,
            onMore: view.loadMore,
            summary: (shownCount) => formatRowCount(listed.slice(0, shownCount), board, filter),
            action: filter.around === 'me' && (
              <Button onClick={() => onFilter({ around: 'top' })}>{t('leaderboard.backToTop')}</Button>
            ),
          }}
          empty={<NothingListed isSearch={filter.search !== ''} onClear={() => onFilter({ search: '' })} />}
        />
      </People>
      <OwnRankBar
        board={board}
        findOwnRow={() => table.current?.element()?.querySelector('[data-you]') ?? null}
        podium={podium}
        isInList={!podiumIds.has(board.you?.id ?? '')}
        onNavigate={goToOwnRow}
      />
    </>
  )
}
