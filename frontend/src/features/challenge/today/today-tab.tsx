// The brief of a day, the tasks on the way to complete it, and the days around the current one.

import { challengeBrief, challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { RejectedNotice } from '../../../shared/projects/rejected-notice.tsx'
import { ownSubmissions } from '../../../shared/submissions/own-submissions.ts'
import { Card, SectionCard } from '../../../shared/ui/display/surfaces.tsx'
import { DayBadge, Difficulty } from '../../../shared/ui/display/marks.tsx'
import { SkeletonForm } from '../../../shared/ui/feedback/states.tsx'
import { ownDays } from '../own-days.ts'
import { Completion } from './completion.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './today.module.css'
import type { ReactNode } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { BookOpen, Plus, CircleCheck, Lock } from 'lucide-react'
import { plannedDays } from '../../../shared/challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../../../shared/charts/days/thirty-bars-backdrop.tsx'
import { ProjectButtonLink } from '../../../shared/projects/project-parts.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.tsx'
import layout from '../../../shared/styles/layout.module.css'
import type { OwnDay } from '@thirty/contracts/challenge/api.ts'
import { paths, Link } from '../../../shared/navigation/router.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'

/** `day`: the day in the URL, or the current day; undefined until the current day is known. */
export const TodayTab = ({ day }: { day: number | undefined }) => {
  // Loaded also while the current day is not known yet, as the days are for `ThisWeek`.
  const { state, data } = useLiveData(ownSubmissions)
  useLiveData(ownDays)
  const isDayKnown = useCurrentDay((challenge) => challenge.isLoaded)
  if (day === undefined)
    return (
      <Card padding="large">
        <SkeletonForm />
      </Card>
    )
  const project = data?.projects.find((each) => each.day === day)
  return (
    <>
      {project?.status === 'rejected' && <RejectedNotice project={project} linkHidden />}
      <div className={css.today}>
        {/* Until the user's projects are loaded, offer no form: the day may be submitted already. */}
        <BriefPanel day={day} action={state !== 'loading' && <DayAction day={day} project={project} />} />
        <div className={css.aside}>
          <Completion key={day} day={day} />
          {isDayKnown && <ThisWeek shown={day} />}
        </div>
        <SectionCard title={t('dailyChallenge.requirements')}>
          <ul className={css.requirements}>
            {challengeBrief(day).requirements.map((requirement) => (
              <li key={requirement}>{requirement}</li>
            ))}
          </ul>
        </SectionCard>
      </div>
    </>
  )
}

const BriefPanel = ({ day, action }: { day: number; action: ReactNode }) => {
  const wide = useWideLayout()
  const { day: currentDay, isLoaded, started, ended } = useCurrentDay()
  const { title, description, difficulty } = challengeBrief(day)
  const today = isLoaded ? currentDay : 0
  const isOpen = !started || day <= today
  return (
    <section className={css.plate} data-field>
      <div className={css.words}>
        <p className={css.head}>
          <DayBadge day={day} today={day === today} size="large" />
          <Difficulty level={difficulty} />
        </p>
        <h2>{title}</h2>
        <p className={css.text}>{description}</p>
        {ended && <p className={css.closed}>{t('serverTexts.challengeEnded')}</p>}
        {isLoaded && !ended && !isOpen && <p className={css.closed}>{t('common.opensOnDay', { day })}</p>}
        <p className={layout.cluster12}>
          {isLoaded && !ended && isOpen && action}
          <ButtonLink to={paths.resources} kind="field-outline" icon={<BookOpen />}>
            {t('common.resources')}
          </ButtonLink>
        </p>
      </div>
      <ThirtyBarsBackdrop days={plannedDays(today)} height={wide ? 110 : 64} />
    </section>
  )
}

/** Submits the day or revises it; a day that is in has a link to its project instead. */
const DayAction = ({ day, project }: { day: number; project: ProjectCard | undefined }) => {
  if (project === undefined || project.status === 'rejected')
    return (
      <ButtonLink to={paths.submitProjectForDay(day)} kind="today" icon={<Plus />}>
        {project ? t('common.reviseDay', { day }) : t('common.submitDay', { day })}
      </ButtonLink>
    )
  return (
    <>
      <strong>{t('common.dayIsIn', { day })}</strong>
      <ProjectButtonLink projectId={project._id} kind="field-outline">
        {t('common.viewProject')}
      </ProjectButtonLink>
    </>
  )
}

const dayCount = 5

/** The days around the current one, each with a link to its brief. `shown` is the day whose brief is open. */
const ThisWeek = ({ shown }: { shown: number }) => {
  const own = useLiveData(ownDays).data?.days
  const { day: today, totalDays } = useCurrentDay()
  const first = Math.min(Math.max(1, today - 2), totalDays - dayCount + 1)
  return (
    <SectionCard title={t('dailyChallenge.thisWeek')} padding="medium">
      <ol className={css.days}>
        {challengeBriefs.slice(first - 1, first - 1 + dayCount).map(({ day, title }) => (
          <li key={day}>
            <Link to={paths.briefOfDay(day)} aria-current={day === shown ? 'true' : undefined}>
              <DayBadge day={day} today={day === today} short />
              <span>{title}</span>
              <DayState day={day} own={own?.find((each) => each.day === day)} />
            </Link>
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}

const DayState = ({ day, own }: { day: number; own: OwnDay | undefined }) => {
  const { day: today, started } = useCurrentDay()
  const isSubmitted = own != null && own.project !== null && own.project.status !== 'rejected'
  if (own?.completedAt || isSubmitted)
    return (
      <>
        <CircleCheck size={18} className={css.isDone} />
        <VisuallyHidden>
          {t(own.completedAt === null ? 'dailyChallenge.submitted' : 'common.completed')}
        </VisuallyHidden>
      </>
    )
  if (day === today) return <em>{t('common.today')}</em>
  if (!started || day < today) return null
  return (
    <>
      <Lock size={16} />
      <VisuallyHidden>{t('common.opensOnDay', { day })}</VisuallyHidden>
    </>
  )
}
