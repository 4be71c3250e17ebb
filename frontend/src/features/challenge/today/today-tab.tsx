// The brief of a day, the tasks on the way to complete it, and the days around the current one.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { useState } from 'react'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { RejectedNotice } from '../../../shared/projects/rejected-notice.tsx'
import { useOwnSubmissions } from '../../../shared/submissions/use-own-submissions.ts'
import { Card, SectionCard } from '../../../shared/ui/display/card.tsx'
import { SkeletonForm, SkeletonMenu } from '../../../shared/ui/feedback/skeleton.tsx'
import type { OwnDays } from '../own-days.ts'
import { BriefPanel } from './brief-panel.tsx'
import { CompletedCard } from './completed-card.tsx'
import { TasksCard } from './tasks-card.tsx'
import { ThisWeek } from './this-week.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './today.module.css'

type TodayTabProps = {
  /** The day in the URL, or the current day; undefined until the current day is known. */
  day: number | undefined
  view: LiveView<OwnDays>
}
type DayProps = { day: number; view: LiveView<OwnDays> }

export const TodayTab = ({ day, view }: TodayTabProps) =>
  day === undefined ? (
    <Card padding="large">
      <SkeletonForm />
    </Card>
  ) : (
    <Day day={day} view={view} />
  )

const Day = ({ day, view }: DayProps) => {
  const isDayKnown = useCurrentDay((challenge) => challenge.isLoaded)
  const { isLoading, projects } = useOwnSubmissions()
  const brief = challengeBrief(day)
  const project = projects?.find((each) => each.day === day)
  return (
    <>
      {project?.status === 'rejected' && <RejectedNotice project={project} linkHidden />}
      <div className={css.today}>
        <BriefPanel brief={brief} project={isLoading || !isDayKnown ? 'unknown' : project} />
        <div className={css.aside}>
          <Completion key={day} day={day} view={view} />
          {isDayKnown && <ThisWeek shown={day} ownDays={view.data?.days} />}
        </div>
        <SectionCard title={t('dailyChallenge.requirements')}>
          <ul className={css.requirements}>
            {brief.requirements.map((requirement) => (
              <li key={requirement}>{requirement}</li>
            ))}
          </ul>
        </SectionCard>
      </div>
    </>
  )
}

/** The tasks of a day, or its badge when it is completed. */
const Completion = ({ day, view: { state, data } }: DayProps) => {
  const { run, day: today, started, isLoaded: isDayKnown } = useCurrentDay()
  const [isJustCompleted, setIsJustCompleted] = useState(false)
  // A moment later the badge, or the tasks of another run, would replace the tasks.
  if (state === 'loading' || !isDayKnown)
    return (
      <Card>
        <SkeletonMenu count={4} label={t('dailyChallenge.loadingTasks')} />
      </Card>
    )
  const completedAt = data?.days.find((own) => own.day === day)?.completedAt
  if (data && completedAt != null)
    return (
      <CompletedCard
        day={day}
        completedAt={completedAt}
        completed={data.stats.completed}
        streak={data.stats.completedStreak}
        focusesHeading={isJustCompleted}
      />
    )
  return (
    <TasksCard
      key={run}
      run={run}
      day={day}
      isOpen={!started || day <= today}
      onCompleted={() => setIsJustCompleted(true)}
    />
  )
}
