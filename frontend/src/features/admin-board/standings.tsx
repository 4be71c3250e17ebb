// The whole leaderboard, updated live: its first ten rows, and more on demand.

import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { countChanges, defaultFilter } from '../../shared/leaderboard/board.ts'
import { shortSortLabels } from '../../shared/leaderboard/sort-labels.ts'
import { distinctNames } from '../../shared/people/people.tsx'
import { toPaging, toTableView } from '../../shared/live/to-table-view.ts'
import { SortGroup } from '../../shared/ui/controls/segments.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { TableSearch } from '../../shared/ui/table/table-search.tsx'
import { useCallback, useMemo } from 'react'
import {
  standings,
  standingsLimit,
  standingsSorts as sorts,
  useStandings,
  useStandingsQuery,
} from './admin-board-data.ts'
import { boardErrorMessage } from './board-error-message.ts'
import { rowClasses, standingRow } from './standing-row.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './standings.module.css'

export const Standings = () => {
  const view = useStandings()
  const { data: board } = view
  const [{ sort, order, search, page }, changeQuery] = useStandingsQuery()
  const onVisibleRows = useCallback(
    (first: number, end: number) =>
      standings.setVisibleRows({ ...defaultFilter, sort, order, search }, first, end),
    [sort, order, search],
  )
  const rows = board?.rows
  // People with the same name have their usernames.
  const definition = useMemo(() => standingRow(distinctNames(rows ?? [])), [rows])
  return (
    <Card as="section" padding="none" className={css.card} aria-label={t('common.standings')}>
      <div className={css.head}>
        <CardTitle>{t('common.standings')}</CardTitle>
        <ExportButtons kind="standings" namesKind query={search === '' ? {} : { search }} />
      </div>
      <div className={css.tools}>
        <TableSearch
          label={t('common.findParticipant')}
          search={search}
          onSearch={(text) => changeQuery({ search: text })}
        />
        <SortGroup
          label={t('common.sortBy')}
          options={sorts.map((value) => ({ value, label: shortSortLabels[value] }))}
          value={sort}
          order={order}
          onChange={(nextSort, nextOrder) => changeQuery({ sort: nextSort, order: nextOrder })}
        />
      </div>
      <DataTable
        frameless
        animatesRanks
        label={t('common.standings')}
        view={toTableView(view, (loaded) => loaded.rows, {
          failed: t('adminBoard.standingsFailed'),
          detail: boardErrorMessage,
        })}
        definition={definition}
        classes={rowClasses}
        tableFrom={768}
        filterKey={`${sort} ${order} ${search}`}
        countChanges={countChanges}
        onVisibleRows={onVisibleRows}
        paging={{
          ...toPaging(view, page, changeQuery),
          firstPageSize: standingsLimit,
          pageSize: 50,
          summary: (count) =>
            search === ''
              ? t('common.showingOf', { count, total: board?.totals.totalUsers ?? count })
              : t('common.showing', { count }),
        }}
        empty={
          search === '' ? (
            <EmptyState title={t('adminBoard.nobodyHasJoined')}>
              {t('adminBoard.firstTakesTheLead')}
            </EmptyState>
          ) : (
            <NoMatches title={t('common.noMatch')} onClear={() => changeQuery({ search: '' })} />
          )
        }
      />
    </Card>
  )
}
