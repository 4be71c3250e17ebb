import type { BoardEntry, BoardSort } from '@thirty/contracts/api/challenge/leaderboard.ts'
import layout from '../../shared/styles/layout.module.css'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { PendingChangesBar } from '../../shared/ui/feedback/pending-changes-bar.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { SortGroup } from '../../shared/ui/controls/sort-group.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useFreezeWhileInteracting } from '../../shared/ui/motion/use-freeze-while-interacting.ts'
import { shortSortLabels } from '../../shared/leaderboard/sort-labels.ts'
import { defaultFilter } from '../../shared/leaderboard/board.ts'
import { standingsLimit, standingsStore } from './admin-board-stores.ts'
import { loadErrorMessage } from './load-error-message.ts'
import { StandingRow } from './standing-row.tsx'
import css from './standings.module.css'

const sorts: readonly BoardSort[] = ['totalPoints', 'projects']

/** The first ten rows of the standings, updated live. */
export const Standings = () => {
  const { view, key: sorting } = standingsStore.use()
  return (
    <Card as="section" padding="none" className={css.card} aria-label="Standings">
      <div className={css.head}>
        <CardTitle>Standings</CardTitle>
        <SortGroup
          label="Sort by"
          options={sorts.map((value) => ({ value, label: shortSortLabels[value] }))}
          value={sorting.sort}
          order={sorting.order}
          onChange={(sort, order) => void standingsStore.load({ ...defaultFilter, sort, order })}
        />
      </div>
      {view.state === 'loading' && <SkeletonRows label="Loading standings" />}
      {view.state === 'failed' && (
        <ErrorState
          title="Failed to fetch leaderboard data"
          retryLabel="Retry"
          onRetry={() => void standingsStore.load(sorting)}
        >
          {loadErrorMessage(view.error)}
        </ErrorState>
      )}
      {view.state === 'ready' && (
        <Table key={`${sorting.sort} ${sorting.order}`} rows={view.data.rows.slice(0, standingsLimit)} />
      )}
    </Card>
  )
}

/** Counts the rows that are new or whose points or rank changed. */
const countChanges = (frozen: readonly BoardEntry[], latest: readonly BoardEntry[]): number => {
  const frozenById = new Map(frozen.map((row) => [row.id, row]))
  return latest.filter((row) => {
    const previous = frozenById.get(row.id)
    return previous?.totalPoints !== row.totalPoints || previous.rank !== row.rank
  }).length
}

const Table = ({ rows }: { rows: BoardEntry[] }) => {
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting({ latest: rows, countChanges })
  const bodyRef = useRankFlip<HTMLTableSectionElement>({ order: frozen.map((row) => row.id) })
  if (frozen.length === 0) {
    return <EmptyState title="Nobody has joined yet">The first participant takes the lead.</EmptyState>
  }
  return (
    <div ref={ref}>
      {pendingCount > 0 && (
        <PendingChangesBar onPress={release}>
          {pendingCount === 1 ? '1 change, show it' : `${pendingCount} changes, show them`}
        </PendingChangesBar>
      )}
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Participant</th>
            <th scope="col">30 days</th>
            <th scope="col">Points</th>
            <th scope="col">Projects</th>
            <th scope="col">Quality</th>
            <th scope="col">
              <span className={layout.visuallyHidden}>More</span>
            </th>
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {frozen.map((row) => (
            <StandingRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
