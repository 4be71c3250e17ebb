// The details of an open row of the leaderboard: the newest projects, the score of every day, and on phones the figures.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { UserRound } from 'lucide-react'
import { dayMarks } from '../../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../../shared/charts/days/heat-strip.tsx'
import { formatName, formatProjectName } from '../../../shared/format/format-name.ts'
import { formatScore } from '../../../shared/format/format-figures.ts'
import { PersonButtonLink } from '../../../shared/people/person-link.tsx'
import { ProjectLink } from '../../../shared/projects/project-link.tsx'
import { shownQuality } from '../../../shared/leaderboard/board.ts'
import { shortSortLabels } from '../../../shared/leaderboard/sort-labels.ts'
import { QualityBar } from '../../../shared/ui/rating/quality-bar.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { FullText } from '../../../shared/ui/controls/tooltip.tsx'
import { isDemoRow } from '../fallback.ts'
import { t } from '../../../shared/i18n/t.ts'
import { PointsButton } from '../../../shared/leaderboard/points/points-button.tsx'
import { DescriptionList } from '../../../shared/ui/display/description-list.tsx'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import css from './row-details.module.css'

export const RowDetails = ({ row, today, id }: { row: BoardEntry; today: number; id: string }) => {
  const wide = useWideLayout()
  const quality = <QualityBar value={shownQuality(row)} />
  return (
    <div className={css.details} id={id}>
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
              <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
              <FullText as="strong" dir="auto">
                {formatProjectName(project.projectName)}
              </FullText>
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
      <div className={css.head}>
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
