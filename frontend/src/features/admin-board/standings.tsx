import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { PendingChangesBar } from '../../shared/ui/feedback/pending-changes-bar.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { SortGroup } from '../../shared/ui/controls/sort-group.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useFreezeWhileInteracting } from '../../shared/ui/motion/use-freeze-while-interacting.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { useAdminBoard } from './admin-board-store.ts'
import { StandingRow } from './standing-row.tsx'
import css from './standings.module.css'

/** The first ten rows of the standings, updated live. */
export const Standings = () => {
  const { standings, sorting, sortBy, refresh } = useAdminBoard()
  return (
    <Card as="section" padding="none" className={css.card} aria-label="Standings">
      <div className={css.head}>
        <CardTitle>Standings</CardTitle>
        <SortGroup
          label="Sort by"
          options={[
            { value: 'totalPoints', label: 'Points' },
            { value: 'projects', label: 'Projects' },
          ]}
          value={sorting.sort}
          order={sorting.order}
          onChange={(sort, order) => sortBy({ sort, order })}
        />
      </div>
      {standings.state === 'loading' && <SkeletonRows label="Loading standings" />}
      {standings.state === 'failed' && (
        <ErrorState
          title="Failed to fetch leaderboard data"
          retryLabel="Retry"
          onRetry={() => void refresh()}
        >
          {standings.message}
        </ErrorState>
      )}
      {standings.state === 'ready' && (
        <Table key={`${sorting.sort} ${sorting.order}`} rows={standings.value.data} />
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
        <thead className={hidden.visuallyHiddenOnPhones}>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Participant</th>
            <th scope="col">30 days</th>
            <th scope="col">Points</th>
            <th scope="col">Projects</th>
            <th scope="col">Quality</th>
            <th scope="col">
              <VisuallyHidden>More</VisuallyHidden>
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
