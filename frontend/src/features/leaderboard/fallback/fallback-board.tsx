import { useState } from 'react'
import { filterRows } from '../../../shared/leaderboard/board.ts'
import type { BoardFilter } from '../../../shared/leaderboard/board.ts'
import { NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { useToday } from '../../../shared/challenge/current-day.ts'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { BoardTableHead, TableRow } from '../list/board-table.tsx'
import { createDemoBoard } from './demo-board.ts'
import { readCachedBoard } from './cached-board.ts'
import type { CachedBoard } from './cached-board.ts'
import { ListRow } from '../list/list-row.tsx'
import css from '../list/rows.module.css'

/** What is shown while the board cannot be loaded: the cached board, or example data. */
export type Fallback = { board: CachedBoard; isDemo: boolean }

export function loadFallback(): Fallback {
  const cached = readCachedBoard()
  return cached ? { board: cached, isDemo: false } : { board: createDemoBoard(), isDemo: true }
}

type FallbackBoardProps = {
  fallback: Fallback
  filter: BoardFilter
  message: string
  onRetry: () => void
  onClear: () => void
}

/** Shown if the board cannot be loaded: the error, and the cached board or labelled demo data. */
export const FallbackBoard = ({
  fallback: { board, isDemo },
  filter,
  message,
  onRetry,
  onClear,
}: FallbackBoardProps) => {
  const rows = filterRows(board.rows, filter)
  return (
    <div className={css.board}>
      <Banner
        kind="danger"
        live
        action={
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        {message}
      </Banner>
      <Banner kind="info" {...(isDemo && { title: 'Demo data.' })}>
        {isDemo ? (
          'Nobody on it is real. It shows what the board looks like until the real one is back.'
        ) : (
          <>
            The last standings this browser saw, <Time at={board.asOf} />. They may have changed since.
          </>
        )}
      </Banner>
      {rows.length > 0 ? (
        <StaticRows rows={rows} />
      ) : (
        <Card>
          <NoMatches title="No participant matches" onClear={onClear} />
        </Card>
      )}
    </div>
  )
}

const StaticRows = ({ rows }: { rows: CachedBoard['rows'] }) => {
  const wide = useWideLayout()
  const today = useToday()
  const [open, setOpen] = useState<string>()
  const toggle = (id: string) => setOpen(open === id ? undefined : id)
  const Row = wide ? TableRow : ListRow
  const items = rows.map((row) => (
    <Row key={row.id} row={row} today={today} open={open === row.id} onToggle={toggle} />
  ))
  if (!wide) return <ol className={css.list}>{items}</ol>
  return (
    <Card padding="none" className={css.card ?? ''}>
      <table className={css.table}>
        <BoardTableHead />
        {items}
      </table>
    </Card>
  )
}
