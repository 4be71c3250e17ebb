import type { BoardSort } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useId } from 'react'
import { dayMarks } from '../../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../../shared/charts/days/heat-strip.tsx'
import { shownQuality } from '../../../shared/leaderboard/board.ts'
import { QualityBar } from '../../../shared/ui/rating/quality-bar.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { Streak } from '../../../shared/ui/display/streak.tsx'
import type { BoardFilter } from '../../../shared/leaderboard/board.ts'
import { ExpandButton, Name, ParticipantAvatar, Points, Rank } from './row-parts.tsx'
import type { RowProps } from './row-parts.tsx'
import { RowDetails } from './row-details.tsx'
import { boardSorts, shortSortLabels } from '../../../shared/leaderboard/sort-labels.ts'
import { useRecentGain } from '../../../shared/leaderboard/use-recent-gain.ts'
import css from './rows.module.css'

const columnCount = 8

type Sorting = { filter: BoardFilter; onSort: (sort: BoardSort, order: 'asc' | 'desc') => void }

/** The column headers; sortable if `sorting` is given. */
export const BoardTableHead = ({ sorting }: { sorting?: Sorting }) => (
  <thead className={css.head}>
    <tr>
      <th scope="col">Rank</th>
      <th scope="col">Participant</th>
      <th scope="col">30 days</th>
      {boardSorts.map((sort) =>
        sorting ? (
          <SortableHead key={sort} sort={sort} {...sorting} />
        ) : (
          <th key={sort} scope="col">
            {shortSortLabels[sort]}
          </th>
        ),
      )}
      <th scope="col">
        <VisuallyHidden>Details</VisuallyHidden>
      </th>
    </tr>
  </thead>
)

const SortableHead = ({ sort, filter, onSort }: Sorting & { sort: BoardSort }) => {
  const isActive = filter.sort === sort
  const isAscending = isActive && filter.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={isActive ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => onSort(sort, isAscending ? 'desc' : 'asc')}>
        {shortSortLabels[sort]}
        {isActive && <Arrow aria-hidden="true" size={14} />}
      </button>
    </th>
  )
}

/** One participant: a group of rows, so that the open details move with the row. */
export const TableRow = memo(({ row, today, open, onToggle, index, measure }: RowProps) => {
  const gain = useRecentGain(row.totalPoints)
  const detailsId = useId()
  return (
    <tbody
      ref={measure}
      className={css.row}
      data-index={index}
      data-flip-id={row.id}
      data-you={row.isCurrentUser || undefined}
      data-moved={gain !== undefined || undefined}
      data-open={open || undefined}
    >
      <tr>
        <td>
          <Rank row={row} />
        </td>
        <th scope="row">
          <span className={css.person}>
            <ParticipantAvatar row={row} size={36} />
            <span className={css.who}>
              <Name row={row} />
              {row.username !== null && <span className={css.handle}>@{row.username}</span>}
            </span>
          </span>
        </th>
        <td>
          <HeatStrip days={dayMarks(row.days, today)} size="s" personName={row.name} />
        </td>
        <td title={row.reason ?? undefined}>
          <Points row={row} gain={gain} />
        </td>
        <td>
          <span className={css.figure}>
            <b>{row.projectsSubmitted}</b>
            {today > 0 && `/${today}`}
          </span>
        </td>
        <td>
          <QualityBar value={shownQuality(row)} />
        </td>
        <td>
          <Streak days={row.streak} />
        </td>
        <td>
          <ExpandButton row={row} open={open} onToggle={onToggle} controls={detailsId} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={columnCount} className={css.wide}>
            <RowDetails row={row} today={today} id={detailsId} />
          </td>
        </tr>
      )}
    </tbody>
  )
})
