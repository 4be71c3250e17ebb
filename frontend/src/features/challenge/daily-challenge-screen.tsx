import { challengeBrief } from '@thirty/contracts/challenge-briefs.ts'
import type { ChallengeBrief } from '@thirty/contracts/challenge-briefs.ts'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { ArrowLeft, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import { useOwnSubmissions } from '../../shared/submissions/use-own-submissions.ts'
import { RejectedNotice } from '../../shared/projects/rejected-notice.tsx'
import layout from '../../shared/styles/layout.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { Difficulty } from '../../shared/ui/display/difficulty.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { DayList } from './day-list.tsx'
import css from './challenge.module.css'

/** The brief of the current day, or of the day in the URL. */
export const DailyChallengeScreen = () => {
  const [query] = useSearchParams()
  const { day: today, totalDays } = useCurrentDay()
  const requestedDay = Number(query.get('day'))
  const day =
    Number.isInteger(requestedDay) && requestedDay >= 1 && requestedDay <= totalDays ? requestedDay : today
  const brief = challengeBrief(day)
  const { isLoading, projects } = useOwnSubmissions()
  const project = projects?.find((each) => each.day === day)
  return (
    <div className={`${layout.page} ${css.screen}`}>
      <div className={css.intro}>
        <Link to={paths.dashboard} className={css.back}>
          <ArrowLeft aria-hidden="true" size={16} />
          Dashboard
        </Link>
        <h1>Daily challenge</h1>
      </div>
      {project?.status === 'rejected' && <RejectedNotice project={project} linkHidden />}
      <div className={layout.rail}>
        <div className={css.main}>
          <BriefPanel
            brief={brief}
            today={today}
            // Until the own projects are known, nothing is offered that may be in already.
            action={isLoading ? null : <DayAction day={day} project={project} />}
          />
          <Card as="section" padding="large">
            <CardTitle>Requirements</CardTitle>
            <ul className={css.requirements}>
              {brief.requirements.map((requirement) => (
                <li key={requirement}>{requirement}</li>
              ))}
            </ul>
          </Card>
          <p className={css.coming}>
            Your own tasks, marking days complete and your statistics are coming in the next release.
          </p>
        </div>
        <DayList shown={day} today={today} />
      </div>
    </div>
  )
}

type BriefPanelProps = { brief: ChallengeBrief; today: number; action: ReactNode }

const BriefPanel = ({ brief, today, action }: BriefPanelProps) => {
  const wide = useWideLayout()
  const { started, ended } = useCurrentDay()
  const isOpen = !started || brief.day <= today
  return (
    <section className={css.plate} data-field>
      <div className={css.words}>
        <p className={css.head}>
          <DayBadge day={brief.day} today={brief.day === today} size="large" />
          <Difficulty level={brief.difficulty} />
        </p>
        <h2>{brief.title}</h2>
        <p className={css.text}>{brief.description}</p>
        {ended && <p className={css.closed}>The challenge has ended</p>}
        {!ended && !isOpen && <p className={css.closed}>Opens on day {brief.day}</p>}
        {!ended && isOpen && action}
      </div>
      <ThirtyBarsBackdrop days={plannedDays(today)} height={wide ? 110 : 64} />
    </section>
  )
}

/** Submits the day or revises it; a day that is in has a link to its project instead. */
const DayAction = ({ day, project }: { day: number; project: ProjectCard | undefined }) => {
  if (project === undefined || project.status === 'rejected') {
    return (
      <ButtonLink to={paths.submitProjectForDay(day)} kind="today" icon={<Plus aria-hidden="true" />}>
        {project ? `Revise day ${day}` : `Submit Day ${day}`}
      </ButtonLink>
    )
  }
  return (
    <p className={css.isIn}>
      <strong>Day {day} is in</strong>
      <ButtonLink to={paths.project(project._id)} kind="field-outline">
        View the project
      </ButtonLink>
    </p>
  )
}
