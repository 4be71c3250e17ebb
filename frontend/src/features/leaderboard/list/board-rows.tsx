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

const initialRowCount = 22
/** How many rows each press of "Show more" adds. */
const rowCountStep = 100

type BoardRowsProps = {
  board: Board
  filter: BoardFilter
  onFilter: (change: Partial<BoardFilter>) => void
  podium: RefObject<HTMLElement | null>
}

/** The list. It does not change while pointer or focus is inside; otherwise rows move to their new ranks. */
export const BoardRows = ({ board, filter, onFilter, podium }: BoardRowsProps) => {
  const wide = useWideLayout()
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting({ latest: board, countChanges })
  const podiumIds = new Set(isDefaultFilter(filter) ? frozen.topThree.map((row) => row.id) : [])
  const listed = frozen.rows.filter((row) => !podiumIds.has(row.id))
  const [shownCount, setShownCount] = useState(initialRowCount)
  const rows = listed.slice(0, shownCount)
  const list = useVirtualRows(rows.length, wide ? 61 : 69)
  const flip = useRankFlip<HTMLElement>({ order: rows.map((row) => row.id) })
  const { openId, toggle } = useSingleOpenRow()
  const listRef = useCallback(
    (element: HTMLElement | null) => {
      flip.current = element
      list.containerRef(element)
    },
    // Both are stable as long as the list is mounted.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )

  // Scrolls to the user's own row once it is rendered.
  const isScrollPending = useRef(false)
  useEffect(() => {
    const row = isScrollPending.current ? flip.current?.querySelector('[data-you]') : undefined
    if (!row) return
    isScrollPending.current = false
    row.scrollIntoView({ block: 'center' })
  })
  const goToOwnRow = () => {
    const index = listed.findIndex((row) => row.isCurrentUser)
    if (index < 0) return onFilter({ ...filter, around: 'me' })
    if (index >= shownCount) {
      isScrollPending.current = true
      return setShownCount(index + rowCountStep)
    }
    const row = flip.current?.querySelector('[data-you]')
    if (row) row.scrollIntoView({ block: 'center', behavior: 'smooth' })
    else list.scrollToIndex(index)
  }

  const Row = wide ? TableRow : ListRow
  const today = useCurrentDay((challenge) => challenge.day)
  const items = rows
    .slice(list.startIndex, list.endIndex)
    .map((row, offset) => (
      <Row
        key={row.id}
        row={row}
        today={today}
        open={openId === row.id}
        onToggle={toggle}
        {...(list.measure && { index: list.startIndex + offset, measure: list.measure })}
      />
    ))
  return (
    <div className={css.board}>
      <div ref={ref} className={css.freezeArea}>
        {pendingCount > 0 && (
          <div className={css.waiting}>
            <PendingChangesBar onPress={release}>
              {pendingCount === 1 ? '1 change, show it' : `${pendingCount} changes, show them`}
            </PendingChangesBar>
          </div>
        )}
        {wide ? (
          <Card padding="none" className={css.card ?? ''}>
            <table ref={listRef} className={css.table}>
              <BoardTableHead sorting={{ filter, onSort: (sort, order) => onFilter({ sort, order }) }} />
              <TableSpace height={list.heightBefore} />
              {items}
              <TableSpace height={list.heightAfter} />
            </table>
          </Card>
        ) : (
          <ol ref={listRef} className={css.list}>
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
        isInList={!podiumIds.has(board.you?.id ?? '')}
        onNavigate={goToOwnRow}
      />
      <ListFooter
        rows={rows}
        board={frozen}
        filter={filter}
        onFilter={onFilter}
        hiddenCount={listed.length - rows.length}
        onReveal={() => setShownCount(shownCount + rowCountStep)}
      />
    </div>
  )
}

function useSingleOpenRow() {
  const [openId, setOpenId] = useState<string>()
  const toggle = useCallback((id: string) => setOpenId((previous) => (previous === id ? undefined : id)), [])
  return { openId, toggle }
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

type ListFooterProps = Pick<BoardRowsProps, 'board' | 'filter' | 'onFilter'> & {
  rows: readonly BoardEntry[]
  /** The number of rows that are loaded but not shown yet. */
  hiddenCount: number
  onReveal: () => void
}

const ListFooter = ({ rows, board, filter, onFilter, hiddenCount, onReveal }: ListFooterProps) => {
  const loadMoreState = useBoard((store) => store.loadMoreState)
  const loadMore = useBoard((store) => store.loadMore)
  const showMore = () => {
    onReveal()
    if (hiddenCount < rowCountStep && board.nextCursor !== null) void loadMore()
  }
  return (
    <div className={css.foot}>
      <p>{formatRowCount(rows, board, filter)}</p>
      {filter.around === 'me' && <Button onClick={() => onFilter({ around: 'top' })}>Back to the top</Button>}
      {loadMoreState === 'failed' && <p role="alert">More rows couldn't be loaded.</p>}
      {(hiddenCount > 0 || board.nextCursor !== null) && (
        <Button busy={loadMoreState === 'loading'} busyText="Loading" onClick={showMore}>
          {loadMoreState === 'failed' ? 'Try Again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

function formatRowCount(rows: readonly BoardEntry[], { totals }: Board, filter: BoardFilter): string {
  const total = totals.totalUsers.toLocaleString('en')
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return ''
  if (filter.search !== '') return `${rows.length.toLocaleString('en')} found`
  if (filter.sort !== 'totalPoints' || filter.order !== 'desc' || first === last)
    return `Showing ${rows.length.toLocaleString('en')} of ${total}`
  return `Showing ${first.rank.toLocaleString('en')}–${last.rank.toLocaleString('en')} of ${total}`
}
