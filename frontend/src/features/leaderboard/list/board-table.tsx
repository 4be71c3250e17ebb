// The tables of the leaderboard: `BoardTable`, live or of a past day, with sorting, pages and the number of rows, without the rows on the
// podium; and `LiveBoardTable`, with the user's own rank below it. The live list does not change while pointer or focus is inside; otherwise
// rows move to their new ranks.

import { useEffect, useRef, useState, type RefObject, type ComponentProps } from 'react'
import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { t, formatPoints, formatNumber } from '../../../shared/i18n/t.ts'
import {
  countChanges,
  gapToNextRank,
  isDefaultFilter,
  shownRank,
  type Board,
  type BoardFilter,
  formatPointsBehind,
} from '../../../shared/leaderboard/board.ts'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { type TableHandle, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { useBoardQuery } from '../board-page.tsx'
import { leaderboard } from '../leaderboard.ts'
import { useBoardRow, rowClasses } from './board-row.tsx'
import { Avatar, People, formatFirstName } from '../../../shared/people/people.tsx'
import css from './board-table.module.css'

type LiveBoardTableProps = {
  board: Board
  view: LiveView<Board>
  podium: RefObject<HTMLElement | null>
}

export const LiveBoardTable = ({ board, view, podium }: LiveBoardTableProps) => {
  const { filter } = useBoardQuery()
  const table = useRef<TableHandle>(null)
  const podiumSize = podiumOf(board, filter).length
  return (
    <>
      <BoardTable
        {...{ board, view }}
        handle={table}
        onVisibleRows={(first, end) =>
          leaderboard.setVisibleRows(filter, first + podiumSize, end + podiumSize)
        }
      />
      <OwnRankBar {...{ board, podium, table }} />
    </>
  )
}

/** The rows that are on the podium instead of in the list. */
const podiumOf = (board: Board, filter: BoardFilter) => (isDefaultFilter(filter) ? board.topThree : [])

type OwnRankBarProps = Omit<LiveBoardTableProps, 'view'> & { table: RefObject<TableHandle | null> }

/** The user's own rank, pinned while their row is out of view. A press leads there. */
const OwnRankBar = ({ board, podium, table }: OwnRankBarProps) => {
  const { filter, onFilter } = useBoardQuery()
  const { you } = board
  const isOnPodium = podiumOf(board, filter).some(({ id }) => id === you?.id)
  const findOwnRow = () => table.current?.element()?.querySelector('[data-you]') ?? null
  const isVisible = useVisible(() => (isOnPodium ? podium.current : findOwnRow()))
  if (you === null || isVisible || shownRank(board) === undefined) return null
  const goThere = () => {
    if (isOnPodium) window.scrollTo({ top: 0, behavior: 'smooth' })
    else if (board.rows.some(({ id }) => id === you.id)) table.current?.showRow(you.id)
    else onFilter({ ...filter, around: 'me' })
  }
  const gap = gapToNextRank(board)
  return (
    <button type="button" className={css.own} onClick={goThere}>
      <span className={css.rank}>{formatNumber(you.rank)}</span>
      <Avatar id={you.id} name={you.name} image={you.avatar} size={36} />
      <span className={css.words}>
        <strong>{t('common.you')}</strong>
        <span>{gap ? formatPointsBehind(gap.points, formatFirstName(gap)) : t('leaderboard.inTheLead')}</span>
      </span>
      <span className={css.points}>{formatPoints(you.totalPoints)}</span>
    </button>
  )
}

/** Returns whether an element is visible. `find` runs after every render and may return another one, or null, which is not visible. */
function useVisible(find: () => Element | null): boolean {
  const [isVisible, setIsVisible] = useState(false)
  const observed = useRef<{ element: Element; stop: () => void }>(undefined)
  useEffect(() => {
    const element = find()
    // A removed element stays, because the observer reports its removal.
    if (element === null || element === observed.current?.element) return
    observed.current?.stop()
    const observer = new IntersectionObserver(
      (entries) => setIsVisible(entries.at(-1)?.isIntersecting === true),
      // An element under the top bar or the tab bar is not visible.
      { rootMargin: '-64px 0px -72px 0px' },
    )
    observer.observe(element)
    observed.current = { element, stop: () => observer.disconnect() }
  })
  useEffect(
    () => () => {
      observed.current?.stop()
      observed.current = undefined
    },
    [],
  )
  return isVisible
}

type BoardTableProps = Pick<
  ComponentProps<typeof DataTable<BoardEntry, BoardSort>>,
  'handle' | 'onVisibleRows'
> & {
  board: Board
  view: LiveView<Board>
  /** The day at whose end the board is shown; undefined for the live one. */
  pastDay?: number
}

export const BoardTable = ({ board, view, pastDay, ...table }: BoardTableProps) => {
  const { filter, onFilter } = useBoardQuery()
  const { sort, order, search, around } = filter
  const podiumIds = new Set(podiumOf(board, filter).map(({ id }) => id))
  const listed = board.rows.filter(({ id }) => !podiumIds.has(id))
  return (
    <People of={board.rows}>
      <DataTable
        {...table}
        label={t('common.standings')}
        rows={listed}
        view={{ ...view, data: board }}
        definition={useBoardRow(pastDay)}
        holds={pastDay === undefined ? 'rows' : 'nothing'}
        countChanges={countChanges}
        classes={rowClasses}
        filterKey={`${search} ${around}`}
        animatesRanks
        sorting={{ sort, order, onSort: onFilter }}
        paging={{
          summary: (shownCount) => formatRowCount(listed.slice(0, shownCount), board, filter),
          action: pastDay === undefined && around === 'me' && (
            <Button onClick={() => onFilter({ around: 'top' })}>{t('leaderboard.backToTop')}</Button>
          ),
        }}
        noMatch={search !== '' && { title: t('common.noMatch'), onClear: () => onFilter({ search: '' }) }}
        empty={{ title: t('leaderboard.nobodyElse'), text: t('leaderboard.everybodyOnPodium') }}
      />
    </People>
  )
}

/** Says which rows of the list are shown: "Showing 4–25 of 42", or how many were found. */
function formatRowCount(rows: readonly BoardEntry[], board: Board, filter: BoardFilter): string {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return ''
  // The number of matches is known once all pages are loaded.
  if (filter.search !== '') {
    const found = formatNumber(board.rows.length)
    return t('leaderboard.found', { count: board.nextCursor === null ? found : `${found}+` })
  }
  const isByRank = filter.sort === 'totalPoints' && filter.order === 'desc' && first !== last
  return t('leaderboard.showing', {
    shown: isByRank ? `${formatNumber(first.rank)}–${formatNumber(last.rank)}` : formatNumber(rows.length),
    total: formatNumber(board.totals.totalUsers),
  })
}
