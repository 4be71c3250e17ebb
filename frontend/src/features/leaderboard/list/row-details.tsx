import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { UserRound } from 'lucide-react'
import { dayMarks } from '../../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../../shared/charts/days/heat-strip.tsx'
import { PersonButtonLink } from '../../../shared/people/person-link.tsx'
import { ProjectLink } from '../../../shared/projects/project-link.tsx'
import { shownQuality } from '../../../shared/leaderboard/board.ts'
import { QualityBar } from '../../../shared/ui/rating/quality-bar.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { FullText } from '../../../shared/ui/controls/full-text.tsx'
import { isDemoRow } from '../fallback/demo-board.ts'
import { PointsButton } from '../points/points-button.tsx'
import css from './row-details.module.css'

/** The details of an open row: the newest projects and the score of every day. */
export const RowDetails = ({ row, today, id }: { row: BoardEntry; today: number; id: string }) => {
  const wide = useWideLayout()
  return (
    <div className={css.details} id={id}>
      {row.reason !== null && <p className={css.reason}>Tie-break: {row.reason}</p>}
      {!wide && <Figures row={row} />}
      <RecentProjects row={row} />
      <ScorePerDay row={row} today={today} />
    </div>
  )
}

const Figures = ({ row }: { row: BoardEntry }) => (
  <dl className={css.figures}>
    <div>
      <dt>Projects</dt>
      <dd>{row.projectsSubmitted}</dd>
    </div>
    <div>
      <dt>Quality</dt>
      <dd>
        <QualityBar value={shownQuality(row)} />
      </dd>
    </div>
    <div>
      <dt>Streak</dt>
      <dd>
        {row.streak} {row.streak === 1 ? 'day' : 'days'}
      </dd>
    </div>
  </dl>
)

const RecentProjects = ({ row }: { row: BoardEntry }) => (
  <section className={css.part}>
    <h3>Recent Projects</h3>
    {row.recentProjects.length === 0 ? (
      <p className={css.none}>Nothing submitted yet.</p>
    ) : (
      <ul className={css.projects}>
        {row.recentProjects.map((project) => (
          <li key={project._id}>
            <ProjectLink projectId={project._id} className={css.project}>
              <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
              <FullText as="strong" dir="auto">
                {project.projectName}
              </FullText>
              <span>Day {project.day}</span>
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
        <h3>Score per day</h3>
        {scores.length > 0 && <span>best day {Math.max(...scores).toFixed(1)}</span>}
      </div>
      <HeatStrip days={dayMarks(row.days, today)} size="l" personName={row.name} table={false} />
      <p className={css.stripLabels}>
        <span>Day 1</span>
        <span>Day 30</span>
      </p>
      {!isDemoRow(row) && (
        <p className={css.actions}>
          <PersonButtonLink
            userId={row.id}
            size="small"
            icon={<UserRound aria-hidden="true" />}
            aria-label={`Profile of ${row.name}`}
          >
            Profile
          </PersonButtonLink>
          <PointsButton userId={row.id} name={row.name} />
        </p>
      )}
    </section>
  )
}
