// A row of the standings of admins, or a card on phones.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { ChevronRight, Crown, ReceiptText } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { shownQuality } from '../../shared/leaderboard/board.ts'
import type { NameOf } from '../../shared/people/people.tsx'
import { PersonLink } from '../../shared/people/person-link.tsx'
import { PointsButton } from '../../shared/leaderboard/points/points-button.tsx'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { CountingNumber } from '../../shared/ui/display/stat.tsx'
import { RankChange } from '../../shared/ui/display/rank-change.tsx'
import { qualityBand } from '../../shared/ui/rating/quality-bar.tsx'
import type { Column, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { FullText } from '../../shared/ui/controls/full-text.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './standing-row.module.css'
import standingsCss from './standings.module.css'

export const rowClasses = {
  table: standingsCss.table,
  head: standingsCss.columns,
  cells: css.row,
  item: css.row,
  foot: standingsCss.foot,
}

export const standingRow = (nameOf: NameOf): RowDefinition<BoardEntry> => {
  const columns: Column<BoardEntry>[] = [
    { id: 'rank', header: t('common.rank'), className: css.rank, cell: (row) => <Rank row={row} /> },
    {
      id: 'participant',
      header: t('common.participant'),
      isRowHeader: true,
      cell: (row) => <Person row={row} name={nameOf(row)} />,
    },
    {
      id: 'days',
      header: t('common.thirtyDays'),
      className: css.strip,
      cell: (row) => <StandingStrip entry={row} size="s" />,
    },
    {
      id: 'points',
      header: t('common.points'),
      className: css.points,
      cell: (row) => <CountingNumber value={row.totalPoints} format={formatPoints} />,
    },
    {
      id: 'projects',
      header: t('common.projects'),
      className: css.projects,
      cell: (row) => row.projectsSubmitted,
    },
    { id: 'quality', header: t('common.quality'), cell: (row) => <Quality value={shownQuality(row)} /> },
    {
      id: 'more',
      header: t('common.more'),
      headerHidden: true,
      className: css.more,
      cell: (row) => <More row={row} name={nameOf(row)} />,
    },
  ]
  return {
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
}

const Rank = ({ row }: { row: BoardEntry }) => (
  <>
    <span className={css.place}>{row.rank}</span>
    {row.movement !== null && <RankChange change={row.movement} />}
  </>
)

type NamedRow = { row: BoardEntry; name: string }

const Person = ({ row, name }: NamedRow) => (
  <span className={css.person}>
    <Avatar id={row.id} name={row.name} image={row.avatar} size={32} />
    <PersonLink userId={row.id} className={css.name}>
      <FullText dir="auto" focusable={false}>
        {name}
      </FullText>
    </PersonLink>
    {row.rank === 1 && row.projectsSubmitted > 0 && (
      <Crown aria-label={t('common.first')} className={css.crown} size={17} />
    )}
  </span>
)

const Quality = ({ value }: { value: number | undefined }) => (
  <span className={css.quality} data-band={value === undefined ? undefined : qualityBand(value)}>
    {value === undefined ? '–' : Math.round(value)}
  </span>
)

const More = ({ row, name }: NamedRow) => (
  <>
    <PointsButton userId={row.id} name={name} icon={<ReceiptText size={17} />} />
    <Link to={paths.admin.userProjects(row.id)} aria-label={t('common.projectsOf', { name })}>
      <ChevronRight size={17} />
    </Link>
  </>
)
