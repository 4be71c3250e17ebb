// The standings as admins see them, updated live: the first ten rows, and more on demand; on phones each is a card. The leaderboard of
// participants is `features/leaderboard/list`.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { ChevronRight, Crown, ReceiptText } from 'lucide-react'
import { Fragment } from 'react'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { countChanges, shownQuality, shortSortLabels } from '../../shared/leaderboard/board.ts'
import { PointsButton } from '../../shared/leaderboard/points/points-button.tsx'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { paths, Link } from '../../shared/navigation/router.ts'
import { Avatar, People, PersonLink, PersonName, useNameOf } from '../../shared/people/people.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { SortGroup } from '../../shared/ui/controls/segments.tsx'
import { Card, CardTitle } from '../../shared/ui/display/surfaces.tsx'
import { RankChange } from '../../shared/ui/display/marks.tsx'
import { CountingNumber } from '../../shared/ui/display/stat.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { qualityBand } from '../../shared/ui/rating/quality-bar.tsx'
import { TableSearch } from '../../shared/ui/table/table-query.tsx'
import type { Column, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import {
  boardErrorMessage,
  standings,
  standingsLimit,
  useStandings,
  useStandingsFilter,
} from './admin-board-data.ts'
import { t, formatPoints } from '../../shared/i18n/t.ts'
import rowCss from './standing-row.module.css'
import css from './standings.module.css'

export const Standings = () => {
  const view = useStandings()
  const { filter, change, clear } = useStandingsFilter()
  const { sort, order, search } = filter
  const { rows, totals } = view.data ?? {}
  return (
    <Card as="section" padding="none" className={css.card} aria-label={t('common.standings')}>
      <div className={css.head}>
        <CardTitle>{t('common.standings')}</CardTitle>
        <ExportButtons kind="standings" namesKind query={{ search: search || undefined }} />
      </div>
      <div className={css.tools}>
        <TableSearch label={t('common.findParticipant')} />
        <SortGroup label={t('common.sortBy')} labels={sortLabels} {...{ sort, order }} onChange={change} />
      </div>
      <People of={rows ?? []}>
        <DataTable
          frameless
          animatesRanks
          label={t('common.standings')}
          rows={rows}
          view={view}
          failed={t('adminBoard.standingsFailed')}
          advice={boardErrorMessage(view.error)}
          definition={standingRow}
          classes={rowClasses}
          tableFrom={768}
          filterKey={`${sort} ${order} ${search}`}
          countChanges={countChanges}
          onVisibleRows={(first, end) => standings.setVisibleRows(filter, first, end)}
          paging={{
            firstPageSize: standingsLimit,
            pageSize: 50,
            summary: (count) =>
              search === ''
                ? t('common.showingOf', { count, total: totals?.totalUsers ?? count })
                : t('common.showing', { count }),
          }}
          noMatch={clear && { title: t('common.noMatch'), onClear: clear }}
          empty={{ title: t('adminBoard.nobodyHasJoined'), text: t('adminBoard.firstTakesTheLead') }}
        />
      </People>
    </Card>
  )
}

const { totalPoints, projects } = shortSortLabels
const sortLabels = { totalPoints, projects }

const rowClasses = {
  table: css.table,
  head: css.columns,
  cells: rowCss.row,
  item: rowCss.row,
  foot: css.foot,
}

const columns: Column<BoardEntry>[] = [
  { id: 'rank', header: t('common.rank'), className: rowCss.rank, cell: (row) => <Rank row={row} /> },
  {
    id: 'participant',
    header: t('common.participant'),
    isRowHeader: true,
    cell: (row) => <Person row={row} />,
  },
  {
    id: 'days',
    header: t('common.thirtyDays'),
    className: rowCss.strip,
    cell: (row) => <StandingStrip entry={row} size="s" />,
  },
  {
    id: 'points',
    header: t('common.points'),
    className: rowCss.points,
    cell: (row) => <CountingNumber value={row.totalPoints} format={formatPoints} />,
  },
  {
    id: 'projects',
    header: t('common.projects'),
    className: rowCss.projects,
    cell: (row) => row.projectsSubmitted,
  },
  { id: 'quality', header: t('common.quality'), cell: (row) => <Quality value={shownQuality(row)} /> },
  {
    id: 'more',
    header: t('common.more'),
    headerHidden: true,
    className: rowCss.more,
    cell: (row) => <More row={row} />,
  },
]

const standingRow: RowDefinition<BoardEntry> = {
  id: (row) => row.id,
  columns,
  card: (row, context) =>
    columns
      .filter(({ id }) => id !== 'projects' && id !== 'quality')
      .map(({ id, className, cell }) =>
        className === undefined ? (
          <Fragment key={id}>{cell(row, context)}</Fragment>
        ) : (
          <span key={id} className={className}>
            {cell(row, context)}
          </span>
        ),
      ),
}

const Rank = ({ row }: { row: BoardEntry }) => (
  <>
    <span className={rowCss.place}>{row.rank}</span>
    {row.movement !== null && <RankChange change={row.movement} />}
  </>
)

const Person = ({ row }: { row: BoardEntry }) => (
  <span className={rowCss.person}>
    <Avatar id={row.id} name={row.name} image={row.avatar} size={32} />
    <PersonLink userId={row.id} className={rowCss.name}>
      <FullText dir="auto" focusable={false} text={<PersonName person={row} />} />
    </PersonLink>
    {row.rank === 1 && row.projectsSubmitted > 0 && (
      <Crown aria-label={t('common.first')} className={rowCss.crown} size={17} />
    )}
  </span>
)

const Quality = ({ value }: { value: number | undefined }) => (
  <span className={rowCss.quality} data-band={value === undefined ? undefined : qualityBand(value)}>
    {value === undefined ? '–' : Math.round(value)}
  </span>
)

const More = ({ row }: { row: BoardEntry }) => {
  const name = useNameOf()(row)
  return (
    <>
      <PointsButton userId={row.id} name={name} icon={<ReceiptText size={17} />} />
      <Link to={paths.admin.userProjects(row.id)} aria-label={t('common.projectsOf', { name })}>
        <ChevronRight size={17} />
      </Link>
    </>
  )
}
