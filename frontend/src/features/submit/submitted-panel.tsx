// Takes the place of the form for a moment after a submission: the thirty days, in which the submitted day is filled.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import type { DayMark } from '../../shared/charts/days/day-mark.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './submit.module.css'

/** How long the message is shown before the form returns, in milliseconds. */
const displayMs = 3000

type SubmittedPanelProps = { day: number; projects: readonly ProjectCard[]; onDone: () => void }

export const SubmittedPanel = ({ day, projects, onDone }: SubmittedPanelProps) => {
  const today = useCurrentDay((challenge) => challenge.day)
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => leave(), displayMs)
    return () => clearTimeout(timer)
  }, [])

  // Marigold marks the day that was just submitted, even if it is not today.
  const stateAfterSubmission = (mark: DayMark): DayMark['state'] => {
    if (mark.day === day) return 'today-done'
    return mark.state === 'today-open' ? 'to-come' : mark.state
  }
  const days = projectDayMarks(projects, today).map((mark) => ({
    ...mark,
    state: stateAfterSubmission(mark),
  }))
  return (
    <section className={css.submitted} data-field role="status">
      <DayBadge day={day} today size="large" />
      <h2 ref={heading} tabIndex={-1}>
        {t('submit.isSubmitted')}
      </h2>
      <p>{t('submit.isInReview')}</p>
      <div className={css.submittedRoute}>
        <ChallengeRoute days={days} table={false} />
      </div>
      <div className={css.submittedActions}>
        <span>{t('submit.formReturns')}</span>
        <Button kind="field-outline" onClick={onDone}>
          {t('common.goThereNow')}
        </Button>
        <ButtonLink to={paths.leaderboard} kind="field-outline">
          {t('submit.seeLeaderboard')}
        </ButtonLink>
      </div>
    </section>
  )
}
