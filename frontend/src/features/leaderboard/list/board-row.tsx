// One row of the leaderboard: a participant as a row of the table, or as two lines on a phone, with the details that open below it: the newest
// projects, the score of every day, and on phones the figures.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { rankReason } from '@thirty/contracts/leaderboard/rank.ts'
import { useMemo } from 'react'
import { ChevronDown, Flame, UserRound } from 'lucide-react'
import { useToday } from '../../../shared/challenge/current-day.ts'
import { dayMarks } from '../../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../../shared/charts/days/heat-strip.tsx'
import { shownQuality, shortSortLabels } from '../../../shared/leaderboard/board.ts'
import { QualityBar } from '../../../shared/ui/rating/quality-bar.tsx'
import type { Column, RowDefinition, RowContext } from '../../../shared/ui/table/table-rows.tsx'
import { t, formatName, formatPoints, formatScore, formatNumber } from '../../../shared/i18n/t.ts'
import { PersonLink, PersonButtonLink, useNameOf, Avatar } from '../../../shared/people/people.tsx'
import { YouBadge, DescriptionList } from '../../../shared/ui/display/surfaces.tsx'
import { RankChange } from '../../../shared/ui/display/marks.tsx'
import { serverText } from '../../../shared/i18n/server-text.ts'
import { isDemoRow } from '../leaderboard.ts'
import { ProjectLink, Screenshot } from '../../../shared/projects/project-parts.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.tsx'
import { FullText } from '../../../shared/ui/controls/tooltip.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { PointsButton } from '../../../shared/leaderboard/points/points-button.tsx'
import css from './board-row.module.css'
import streakCss from './streak.module.css'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'

export const rowClasses = {
  table: css.table,
  head: css.head,
  row: css.row,
  details: css.wide,
  list: css.list,
  item: css.row,
}

/** Returns how rows look: live, or at the end of a past day, without the details, because these show the current state. */
export function useBoardRow(pastDay?: number): RowDefinition<BoardEntry, BoardSort> {
  const today = useToday()
  return useMemo(() => boardRow(pastDay ?? today, pastDay === undefined), [pastDay, today])
}

const boardRow = (today: number, hasDetails: boolean): RowDefinition<BoardEntry, BoardSort> => ({
  id: (row) => row.id,
  points: (row) => row.totalPoints,
  attributes: (row) => ({ 'data-you': row.isCurrentUser || undefined }),
  ...(hasDetails && { details: (row) => <RowDetails row={row} today={today} /> }),
  columns: [
    { id: 'rank', header: t('common.rank'), cell: (row) => <Rank row={row} /> },
    {
      id: 'participant',
      header: t('common.participant'),
      isRowHeader: true,
      cell: (row) => (
        <span className={css.person}>
          <Avatar id={row.id} name={row.name} image={row.avatar} size={36} />
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
    sortedColumn('totalPoints', (row, { gain }) => <Points row={row} gain={gain} />),
    sortedColumn('projects', (row) => (
      <span className={css.figure}>
        <b>{row.projectsSubmitted}</b>
        {today > 0 && <span>{`/${today}`}</span>}
      </span>
    )),
    sortedColumn('quality', (row) => <QualityBar value={shownQuality(row)} />),
    sortedColumn('streak', (row) => <Streak days={row.streak} />),
    ...(hasDetails ? [detailsColumn] : []),
  ],
  card: (row, { gain, toggle }) => (
    <div className={css.lines}>
      <Rank row={row} />
      <Avatar id={row.id} name={row.name} image={row.avatar} size={36} />
      <span className={css.who}>
        <Name row={row} />
        <HeatStrip days={dayMarks(row.days, today)} size="xs" personName={row.name} />
      </span>
      <span className={css.end}>
        <Points row={row} gain={gain} />
        {gain === undefined && <Streak days={row.streak} />}
      </span>
      {hasDetails && <ExpandButton row={row} toggle={toggle} />}
    </div>
  ),
})

type BoardColumn = Column<BoardEntry, BoardSort>

const sortedColumn = (sort: BoardSort, cell: BoardColumn['cell']): BoardColumn => ({
  id: sort,
  header: shortSortLabels[sort],
  sort,
  cell,
})

const detailsColumn: BoardColumn = {
  id: 'details',
  header: t('leaderboard.details'),
  headerHidden: true,
  cell: (row, { toggle }) => <ExpandButton row={row} toggle={toggle} />,
}

const Rank = ({ row }: { row: BoardEntry }) => (
  <span className={css.rank}>
    <span className={css.numeral}>{row.rank}</span>
    {row.movement !== null && <RankChange change={row.movement} />}
  </span>
)

/** `linked`: leads to the public profile. On a phone a press on the row opens its details, which have that link. */
const Name = ({ row, linked = false }: { row: BoardEntry; linked?: boolean }) => {
  const nameOf = useNameOf()
  return (
    <span className={css.name}>
      <span className={css.words} dir="auto">
        {linked && !isDemoRow(row) ? (
          <PersonLink userId={row.id}>{formatName(row.name)}</PersonLink>
        ) : (
          nameOf(row)
        )}
      </span>
      {row.isCurrentUser && <YouBadge />}
    </span>
  )
}

function reasonOfRank(totalPoints: number): string {
  const text = rankReason(totalPoints)
  return serverText({ message: text.message, text })
}

/** The total points, and below it a recent gain, or why the row is above the next one with the same points. */
export const Points = ({ row, gain }: { row: BoardEntry; gain: number | undefined }) => (
  <span className={css.points}>
    <span className={css.total}>{formatPoints(row.totalPoints)}</span>
    {gain !== undefined ? (
      <span className={css.gained}>{`+${formatNumber(gain)}`}</span>
    ) : (
      row.reason !== null && <span className={css.reason}>{reasonOfRank(row.totalPoints)}</span>
    )}
  </span>
)

/** The days of a streak; the flame is filled from seven days on. */
const Streak = ({ days }: { days: number }) => (
  <span className={streakCss.streak} data-long={days >= 7 || undefined}>
    <Flame size={17} strokeWidth={1.9} className={streakCss.flame} />
    <span className={streakCss.number}>{days}</span>
    <VisuallyHidden> {t('ui.daysInARow', { days })}</VisuallyHidden>
  </span>
)

const ExpandButton = ({ row, toggle }: Pick<RowContext, 'toggle'> & { row: BoardEntry }) => (
  <button
    {...toggle}
    className={css.expand}
    aria-label={t('leaderboard.detailsOf', { name: formatName(row.name) })}
  >
    <ChevronDown size={20} />
  </button>
)

const RowDetails = ({ row, today }: { row: BoardEntry; today: number }) => {
  const wide = useWideLayout()
  const quality = <QualityBar value={shownQuality(row)} />
  return (
    <div className={css.details}>
      {!wide && (
        <DescriptionList
          className={css.figures}
          entries={[
            [shortSortLabels.projects, row.projectsSubmitted],
            [shortSortLabels.quality, quality],
            [shortSortLabels.streak, t('common.days', { count: row.streak })],
          ]}
        />
      )}
      <RecentProjects row={row} />
      <ScorePerDay row={row} today={today} />
    </div>
  )
}

const RecentProjects = ({ row }: { row: BoardEntry }) => (
  <section className={css.part}>
    <h3>{t('common.recentProjects')}</h3>
    {row.recentProjects.length === 0 ? (
      <p className={words.pale}>{t('common.nothingSubmitted')}</p>
    ) : (
      <ul className={css.projects}>
        {row.recentProjects.map((project) => (
          <li key={project._id}>
            <ProjectLink projectId={project._id} className={css.project}>
              <Screenshot project={project} />
              <FullText as="strong" dir="auto" text={formatName(project.projectName)} />
              <span>{t('common.day', { day: project.day })}</span>
            </ProjectLink>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const ScorePerDay = ({ row, today }: { row: BoardEntry; today: number }) => {
  const scores = row.days.flatMap(({ score }) => (score === null ? [] : [score]))
  return (
    <section className={css.part}>
      <div className={css.partHead}>
        <h3>{t('leaderboard.scorePerDay')}</h3>
        {scores.length > 0 && (
          <span>{t('leaderboard.bestDay', { score: formatScore(Math.max(...scores)) })}</span>
        )}
      </div>
      <HeatStrip days={dayMarks(row.days, today)} size="l" personName={row.name} table={false} />
      <p className={css.stripLabels}>
        <span>{t('common.day', { day: 1 })}</span>
        <span>{t('common.day', { day: 30 })}</span>
      </p>
      {!isDemoRow(row) && (
        <p className={layout.cluster8}>
          <PersonButtonLink
            userId={row.id}
            size="small"
            icon={<UserRound />}
            aria-label={t('leaderboard.profileOf', { name: formatName(row.name) })}
          >
            {t('common.profile')}
          </PersonButtonLink>
          <PointsButton userId={row.id} name={formatName(row.name)} />
        </p>
      )}
    </section>
  )
}
