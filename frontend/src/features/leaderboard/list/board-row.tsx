// The rows of the leaderboard: one participant as a row of the table, or as two lines on a phone.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { useMemo } from 'react'
import { useToday } from '../../../shared/challenge/current-day.ts'
import { dayMarks } from '../../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../../shared/charts/days/heat-strip.tsx'
import { formatName } from '../../../shared/format/format-name.ts'
import { shownQuality } from '../../../shared/leaderboard/board.ts'
import { shortSortLabels } from '../../../shared/leaderboard/sort-labels.ts'
import { Streak } from '../../../shared/ui/display/streak.tsx'
import { QualityBar } from '../../../shared/ui/rating/quality-bar.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-types.ts'
import { t } from '../../../shared/i18n/t.ts'
import { RowDetails } from './row-details.tsx'
import { ExpandButton, Name, ParticipantAvatar, Points, Rank } from './row-parts.tsx'
import css from './rows.module.css'

export const rowClasses = {
  table: css.table,
  head: css.head,
  row: css.row,
  details: css.wide,
  list: css.list,
  item: css.row,
}

export function useBoardRow(): RowDefinition<BoardEntry, BoardSort> {
  const today = useToday()
  return useMemo(() => boardRow(today), [today])
}

/** Returns the rows at the end of a day. They have no details, because details show the current state. */
export const usePastBoardRow = (day: number): RowDefinition<BoardEntry, BoardSort> =>
  useMemo(() => {
    const { details: _, columns, ...row } = boardRow(day, { hasDetails: false })
    return { ...row, columns: columns.filter(({ id }) => id !== 'details') }
  }, [day])

const boardRow = (today: number, { hasDetails = true } = {}): RowDefinition<BoardEntry, BoardSort> => ({
  id: (row) => row.id,
  points: (row) => row.totalPoints,
  attributes: (row) => ({ 'data-you': row.isCurrentUser || undefined }),
  details: (row, id) => <RowDetails row={row} today={today} id={id} />,
  columns: [
    { id: 'rank', header: t('common.rank'), cell: (row) => <Rank row={row} /> },
    {
      id: 'participant',
      header: t('common.participant'),
      isRowHeader: true,
      cell: (row) => (
        <span className={css.person}>
          <ParticipantAvatar row={row} size={36} />
          <span className={css.who}>
            <Name row={row} linked />
            {row.username !== null && <span className={css.handle}>{`@${row.username}`}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'days',
      header: t('common.thirtyDays'),
      cell: (row) => <HeatStrip days={dayMarks(row.days, today)} size="s" personName={row.name} />,
    },
    {
      id: 'points',
      header: shortSortLabels.totalPoints,
      sort: 'totalPoints',
      cell: (row, { gain }) => <Points row={row} gain={gain} />,
    },
    {
      id: 'projects',
      header: shortSortLabels.projects,
      sort: 'projects',
      cell: (row) => (
        <span className={css.figure}>
          <b>{row.projectsSubmitted}</b>
          {today > 0 && <span>{`/${today}`}</span>}
        </span>
      ),
    },
    {
      id: 'quality',
      header: shortSortLabels.quality,
      sort: 'quality',
      cell: (row) => <QualityBar value={shownQuality(row)} />,
    },
    {
      id: 'streak',
      header: shortSortLabels.streak,
      sort: 'streak',
      cell: (row) => <Streak days={row.streak} />,
    },
    {
      id: 'details',
      header: t('leaderboard.details'),
      headerHidden: true,
      cell: (row, context) => <ExpandButton name={formatName(row.name)} context={context} />,
    },
  ],
  card: (row, context) => (
    <div className={css.lines}>
      <Rank row={row} />
      <ParticipantAvatar row={row} size={36} />
      <span className={css.who}>
        <Name row={row} />
        <HeatStrip days={dayMarks(row.days, today)} size="xs" personName={row.name} />
      </span>
      <span className={css.end}>
        <Points row={row} gain={context.gain} />
        {context.gain === undefined && <Streak days={row.streak} />}
      </span>
      {hasDetails && <ExpandButton name={formatName(row.name)} context={context} />}
    </div>
  ),
})
