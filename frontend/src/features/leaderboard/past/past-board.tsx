// The leaderboard as it was at the end of a day. It does not change, and rows have no details, because details show the current state.

import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { isDefaultFilter } from '../../../shared/leaderboard/board.ts'
import { useLast, useLiveData } from '../../../shared/live/live-data.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { Card } from '../../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import type { BoardQuery } from '../board-filter.ts'
import { BoardPage } from '../board-page.tsx'
import { LegendCard } from '../legend-card.tsx'
import { BoardHeader } from '../header/board-header.tsx'
import { BoardToolbar } from '../header/board-toolbar.tsx'
import { rowClasses, usePastBoardRow } from '../list/board-row.tsx'
import { formatRowCount } from '../list/format-row-count.ts'
import { NothingListed } from '../list/nothing-listed.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import type { PastDay } from './past-day.ts'
import { TimeTravel } from './time-travel.tsx'
import { pastBoards } from './past-boards.ts'
import css from './past-board.module.css'

type PastBoardProps = { query: BoardQuery; day: number; past: PastDay }

export const PastBoard = ({ query: { filter, onFilter, page, onPage }, day, past }: PastBoardProps) => {
  const run = useCurrentDay((challenge) => challenge.run)
  const view = useLiveData(pastBoards, { day, run, filter })
  const board = useLast(view.data)
  const isPrevious = view.data === undefined
  const definition = usePastBoardRow(day)
  usePageTitle(t('common.leaderboardOfDay', { day }))
  const podiumIds = new Set(board && isDefaultFilter(filter) ? board.topThree.map(({ id }) => id) : [])
  const listed = board?.rows.filter(({ id }) => !podiumIds.has(id)) ?? []
  return (
    <BoardPage
      header={<BoardHeader board={board} topThree={board?.topThree} pastDay={day} />}
      side={<LegendCard scoring={board?.scoring} />}
      isPastImported={board?.imported === true}
    >
      <TimeTravel day={day} past={past} leader={isPrevious ? undefined : board?.topThree[0]?.name} />
      <BoardToolbar filter={filter} onChange={onFilter} />
      {view.state === 'failed' && (
        <Card padding="none">
          {isBeforeLog(view.error) ? (
            <EmptyState title={t('leaderboard.nobodyOnDay', { day })} />
          ) : (
            <ErrorState title={t('common.dayFailed', { day })} onRetry={view.reload}>
              {view.message || t('common.tryLater')}
            </ErrorState>
          )}
        </Card>
      )}
      {view.state === 'loading' && board === undefined && (
        <Card padding="none">
          <SkeletonRows />
        </Card>
      )}
      {view.state !== 'failed' && board !== undefined && (
        <div aria-busy={isPrevious} className={css.standings}>
          <People of={board.rows}>
            <DataTable
              label={t('common.standings')}
              view={{ state: 'ready', rows: listed }}
              definition={definition}
              classes={rowClasses}
              filterKey={filter.search}
              countChanges={false}
              animatesRanks
              sorting={{
                sort: filter.sort,
                order: filter.order,
                onSort: (sort, order) => onFilter({ sort, order, search: filter.search }),
              }}
              paging={{
                page,
                onPage,
                hasMore: board.nextCursor !== null,
                moreState: view.moreState,
                onMore: view.loadMore,
                summary: (shownCount) => formatRowCount(listed.slice(0, shownCount), board, filter),
              }}
              empty={
                <NothingListed isSearch={filter.search !== ''} onClear={() => onFilter({ search: '' })} />
              }
            />
          </People>
        </div>
      )}
    </BoardPage>
  )
}

/** Whether the day ended before anything was recorded: an admin may set the start of the challenge to an earlier day. */
const isBeforeLog = (error: unknown): boolean =>
  error instanceof RequestFailed && error.code === 'invalid-fields'
