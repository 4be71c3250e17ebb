import type { BoardEntry } from '@thirty/contracts/api/leaderboard.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useCurrentDay } from '../../shared/current-day.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { useRankFlip } from '../../shared/ui/flip.ts'
import { NewsBar } from '../../shared/ui/news-bar.tsx'
import { useHeld } from '../../shared/ui/use-held.ts'
import { useWide } from '../../shared/use-wide.ts'
import type { BoardView } from './api.ts'
import { changesBetween, isNatural } from './board.ts'
import type { Board } from './board.ts'
import { useBoard } from './board-store.ts'
import { BoardHead, TableRow } from './board-table.tsx'
import { ListRow } from './list-row.tsx'
import { OwnPlace } from './own-place.tsx'
import { useWindowList } from './window-list.ts'
import css from './rows.module.css'

/** Rows on the first sight of the board, and how many come with every press. */
const firstRows = 22
const furtherRows = 100

type BoardRowsProps = {
  board: Board
  view: BoardView
  onView: (change: Partial<BoardView>) => void
  podium: RefObject<HTMLElement | null>
}

/** The list. It waits while pointer or focus is inside; otherwise rows travel to their new places. */
export const BoardRows = ({ board, view, onView, podium }: BoardRowsProps) => {
  const wide = useWide()
  const [ref, { shown, waiting, show }] = useHeld({ latest: board, changes: changesBetween })
  const onPodium = new Set(isNatural(view) ? shown.top.map((row) => row.id) : [])
  const listed = shown.rows.filter((row) => !onPodium.has(row.id))
  const [reach, setReach] = useState(firstRows)
  const rows = listed.slice(0, reach)
  const list = useWindowList(rows.length, wide ? 61 : 69)
  const flip = useRankFlip<HTMLElement>({ order: rows.map((row) => row.id) })
  const { open, toggle } = useOneOpen()
  const place = useCallback(
    (element: HTMLElement | null) => {
      flip.current = element
      list.place(element)
    },
    // Both stay the same as long as the list is there.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )

  // The own row is scrolled to once it is there.
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
    else list.scrollTo(at)
  }

  const Row = wide ? TableRow : ListRow
  const today = useCurrentDay((now) => now.day)
  const items = rows
    .slice(list.from, list.to)
    .map((row, offset) => (
      <Row
        key={row.id}
        row={row}
        today={today}
        open={open === row.id}
        onToggle={toggle}
        {...(list.measure && { at: list.from + offset, measure: list.measure })}
      />
    ))
  return (
    <div className={css.board}>
      <div ref={ref} className={css.held}>
        {waiting > 0 && (
          <div className={css.waiting}>
            <NewsBar onPress={show}>
              {waiting === 1 ? '1 change, show it' : `${waiting} changes, show them`}
            </NewsBar>
          </div>
        )}
        {wide ? (
          <Card padding="none" className={css.card ?? ''}>
            <table ref={place} className={css.table}>
              <BoardHead sorting={{ view, onSort: (sort, order) => onView({ sort, order }) }} />
              <TableSpace height={list.before} />
              {items}
              <TableSpace height={list.after} />
            </table>
          </Card>
        ) : (
          <ol ref={place} className={css.list}>
            <ListSpace height={list.before} />
            {items}
            <ListSpace height={list.after} />
          </ol>
        )}
      </div>
      <OwnPlace
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
  /** Rows that are loaded and not shown yet. */
  hidden: number
  onReveal: () => void
}

const Foot = ({ rows, board, view, onView, hidden, onReveal }: FootProps) => {
  const more = useBoard((store) => store.more)
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

function countInWords(rows: readonly BoardEntry[], { totals }: Board, view: BoardView): string {
  const all = totals.totalUsers.toLocaleString('en')
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return ''
  if (view.search !== '') return `${rows.length.toLocaleString('en')} found`
  if (view.sort !== 'totalPoints' || view.order !== 'desc')
    return `Showing ${rows.length.toLocaleString('en')} of ${all}`
  return `Showing ${first.rank.toLocaleString('en')}–${last.rank.toLocaleString('en')} of ${all}`
}
