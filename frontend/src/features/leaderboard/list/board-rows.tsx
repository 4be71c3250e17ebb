import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { useRankFlip } from '../../../shared/ui/motion/use-rank-flip.ts'
import { PendingChangesBar } from '../../../shared/ui/feedback/pending-changes-bar.tsx'
import { useFreezeWhileInteracting } from '../../../shared/ui/motion/use-freeze-while-interacting.ts'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import type { BoardFilter } from '../api.ts'
import { countChanges, isDefaultFilter } from '../board.ts'
import type { Board } from '../board.ts'
import { useBoard } from '../board-store.ts'
import { BoardTableHead, TableRow } from './board-table.tsx'
import { ListRow } from './list-row.tsx'
import { OwnRankBar } from './own-rank-bar.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'
import css from './rows.module.css'

/** Rows shown at first, and rows added with every press. */
const firstRows = 22
const furtherRows = 100

type BoardRowsProps = {
  board: Board
  view: BoardFilter
  onView: (change: Partial<BoardFilter>) => void
  podium: RefObject<HTMLElement | null>
}

/** The list. It is frozen while pointer or focus is inside; otherwise rows move to their new ranks. */
export const BoardRows = ({ board, view, onView, podium }: BoardRowsProps) => {
  const wide = useWideLayout()
  const [ref, { shown, waiting, show }] = useFreezeWhileInteracting({ latest: board, changes: countChanges })
  const onPodium = new Set(isDefaultFilter(view) ? shown.topThree.map((row) => row.id) : [])
  const listed = shown.rows.filter((row) => !onPodium.has(row.id))
  const [reach, setReach] = useState(firstRows)
  const rows = listed.slice(0, reach)
  const list = useVirtualRows(rows.length, wide ? 61 : 69)
  const flip = useRankFlip<HTMLElement>({ order: rows.map((row) => row.id) })
  const { open, toggle } = useOneOpen()
  const place = useCallback(
    (element: HTMLElement | null) => {
      flip.current = element
      list.containerRef(element)
    },
    // Both are stable as long as the list is mounted.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )

  // The user's own row is scrolled to once it is rendered.
  const seeking = useRef(false)
  useEffect(() => {
    const row = seeking.current ? flip.current?.querySelector('[data-you]') : undefined
    if (!row) return
    seeking.current = false
    row.scrollIntoView({ block: 'center' })
  })
  const showUpTo = (count: number) => {
    seeking.current = true
    setReach(count)
  }
  const goToOwn = () => {
    const at = listed.findIndex((row) => row.isCurrentUser)
    if (at < 0) return onView({ ...view, around: 'me' })
    if (at >= reach) return showUpTo(at + furtherRows)
    const row = flip.current?.querySelector('[data-you]')
    if (row) row.scrollIntoView({ block: 'center', behavior: 'smooth' })
    else list.scrollToIndex(at)
  }

  const Row = wide ? TableRow : ListRow
  const today = useCurrentDay((now) => now.day)
  const items = rows
    .slice(list.startIndex, list.endIndex)
    .map((row, offset) => (
      <Row
        key={row.id}
        row={row}
        today={today}
        open={open === row.id}
        onToggle={toggle}
        {...(list.measure && { at: list.startIndex + offset, measure: list.measure })}
      />
    ))
  return (
    <div className={css.board}>
      <div ref={ref} className={css.held}>
        {waiting > 0 && (
          <div className={css.waiting}>
            <PendingChangesBar onPress={show}>
              {waiting === 1 ? '1 change, show it' : `${waiting} changes, show them`}
            </PendingChangesBar>
          </div>
        )}
        {wide ? (
          <Card padding="none" className={css.card ?? ''}>
            <table ref={place} className={css.table}>
              <BoardTableHead sorting={{ view, onSort: (sort, order) => onView({ sort, order }) }} />
              <TableSpace height={list.heightBefore} />
              {items}
              <TableSpace height={list.heightAfter} />
            </table>
          </Card>
        ) : (
          <ol ref={place} className={css.list}>
            <ListSpace height={list.heightBefore} />
            {items}
            <ListSpace height={list.heightAfter} />
          </ol>
        )}
      </div>
      <OwnRankBar
        board={board}
        list={flip}
        podium={podium}
        inList={!onPodium.has(board.you?.id ?? '')}
        onGo={goToOwn}
      />
      <Foot
        rows={rows}
        board={shown}
        view={view}
        onView={onView}
        hidden={listed.length - rows.length}
        onReveal={() => setReach(reach + furtherRows)}
      />
    </div>
  )
}

function useOneOpen() {
  const [open, setOpen] = useState<string>()
  const toggle = useCallback((id: string) => setOpen((before) => (before === id ? undefined : id)), [])
  return { open, toggle }
}

const TableSpace = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr>
        <th colSpan={8} className={css.spacer} style={{ height }}>
          {null}
        </th>
      </tr>
    </tbody>
  )

const ListSpace = ({ height }: { height: number }) =>
  height > 0 && <li aria-hidden="true" className={css.spacer} style={{ height }} />

type FootProps = Pick<BoardRowsProps, 'board' | 'view' | 'onView'> & {
  rows: readonly BoardEntry[]
  /** The number of rows that are loaded but not shown yet. */
  hidden: number
  onReveal: () => void
}

const Foot = ({ rows, board, view, onView, hidden, onReveal }: FootProps) => {
  const more = useBoard((store) => store.loadMoreState)
  const loadMore = useBoard((store) => store.loadMore)
  const showMore = () => {
    onReveal()
    if (hidden < furtherRows && board.nextCursor !== null) void loadMore()
  }
  return (
    <div className={css.foot}>
      <p>{countInWords(rows, board, view)}</p>
      {view.around === 'me' && <Button onClick={() => onView({ around: 'top' })}>Back to the top</Button>}
      {more === 'failed' && <p role="alert">More rows could not be loaded.</p>}
      {(hidden > 0 || board.nextCursor !== null) && (
        <Button busy={more === 'loading'} busyText="Loading" onClick={showMore}>
          {more === 'failed' ? 'Try Again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

function countInWords(rows: readonly BoardEntry[], { totals }: Board, view: BoardFilter): string {
  const all = totals.totalUsers.toLocaleString('en')
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return ''
  if (view.search !== '') return `${rows.length.toLocaleString('en')} found`
  if (view.sort !== 'totalPoints' || view.order !== 'desc')
    return `Showing ${rows.length.toLocaleString('en')} of ${all}`
  return `Showing ${first.rank.toLocaleString('en')}–${last.rank.toLocaleString('en')} of ${all}`
}
