import type { BoardSort } from '@thirty/contracts/rules/board-sorts.ts'
import { countChanges, defaultFilter } from '../../shared/leaderboard/board.ts'
import { shortSortLabels } from '../../shared/leaderboard/sort-labels.ts'
import { toTableView } from '../../shared/live/to-table-view.ts'
import { SortGroup } from '../../shared/ui/controls/sort-group.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'
import { useEffect } from 'react'
import { standingsLimit, standingsStore } from './admin-board-stores.ts'
import { loadErrorMessage } from './load-error-message.ts'
import { rowClasses, standingRow } from './standing-row.tsx'
import { t } from './messages/t.ts'
import css from './standings.module.css'

const sorts = ['totalPoints', 'projects'] as const satisfies BoardSort[]

/** The first ten rows of the standings, updated live. */
export const Standings = () => {
  const view = standingsStore.use((store) => store.view)
  const [{ sort, order }, changeQuery] = useTableQuery({ sorts })
  useEffect(() => void standingsStore.load({ ...defaultFilter, sort, order }), [sort, order])
  return (
    <Card as="section" padding="none" className={css.card} aria-label={t('standings')}>
      <div className={css.head}>
        <CardTitle>{t('standings')}</CardTitle>
        <SortGroup
          label={t('sortBy')}
          options={sorts.map((value) => ({ value, label: shortSortLabels[value] }))}
          value={sort}
          order={order}
          onChange={(nextSort, nextOrder) => changeQuery({ sort: nextSort, order: nextOrder })}
        />
      </div>
      <DataTable
        frameless
        animatesRanks
        label={t('standings')}
        view={toTableView(view, ({ rows }) => rows.slice(0, standingsLimit), {
          failed: t('standingsFailed'),
          detail: loadErrorMessage,
          onRetry: () => void standingsStore.load(standingsStore.getState().key),
        })}
        definition={standingRow}
        classes={rowClasses}
        tableFrom={768}
        filterKey={`${sort} ${order}`}
        countChanges={countChanges}
        empty={<EmptyState title={t('nobodyHasJoined')}>{t('firstTakesTheLead')}</EmptyState>}
      />
    </Card>
  )
}
