import { useState } from 'react'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { BoardTableHead, TableRow } from '../list/board-table.tsx'
import { createDemoBoard } from './demo-board.ts'
import { readCachedBoard } from './cached-board.ts'
import { ListRow } from '../list/list-row.tsx'
import css from '../list/rows.module.css'

/** Shown if the board cannot be loaded: the error, and the cached board or labelled demo data. */
export const FallbackBoard = ({ message, onRetry }: { message: string; onRetry: () => void }) => {
  const [{ board, isDemo }] = useState(() => {
    const cached = readCachedBoard()
    return cached ? { board: cached, isDemo: false } : { board: createDemoBoard(), isDemo: true }
  })
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
          'These are sample participants. The real board returns as soon as it can be loaded.'
        ) : (
          <>
            Last standings loaded here, <Time at={board.asOf} />. They may have changed since.
          </>
        )}
      </Banner>
      <StaticRows rows={board.rows} />
    </div>
  )
}

const StaticRows = ({ rows }: { rows: ReturnType<typeof createDemoBoard>['rows'] }) => {
  const wide = useWideLayout()
  const today = useCurrentDay((challenge) => challenge.day)
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
