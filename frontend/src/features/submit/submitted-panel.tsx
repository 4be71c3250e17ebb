import { challengeBriefs, difficultyLevel } from '@thirty/contracts/challenge-briefs.ts'
import { useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import css from './submit.module.css'

/** How long the message is shown before the form returns, in milliseconds (specification, section 9). */
const displayMs = 3000

type SubmittedPanelProps = { day: number; submittedDays: ReadonlySet<number>; onDone: () => void }

export const SubmittedPanel = ({ day, submittedDays, onDone }: SubmittedPanelProps) => {
  const today = useCurrentDay((challenge) => challenge.day)
  const heading = useRef<HTMLHeadingElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => done.current(), displayMs)
    return () => clearTimeout(timer)
  }, [])

  const days = challengeBriefs.map((brief) => {
    const isSubmitted = brief.day === day || submittedDays.has(brief.day)
    const isPast = brief.day < today
    return {
      day: brief.day,
      title: brief.title,
      difficulty: difficultyLevel(brief.difficulty),
      state:
        brief.day === day
          ? ('today-done' as const)
          : isSubmitted
            ? ('unrated' as const)
            : isPast
              ? ('missed' as const)
              : ('to-come' as const),
    }
  })
  return (
    <section className={css.submitted} data-field role="status">
      <DayBadge day={day} today size="large" />
      <h2 ref={heading} tabIndex={-1}>
        Successfully Submitted!
      </h2>
      <p>Your project has been submitted for review.</p>
      <div className={css.submittedRoute}>
        <ChallengeRoute days={days} table={false} />
      </div>
      <div className={css.submittedActions}>
        <span>The form is ready again in three seconds.</span>
        <Button kind="field-outline" onClick={onDone}>
          Go there now
        </Button>
        <ButtonLink to={paths.leaderboard} kind="field-outline">
          See the leaderboard
        </ButtonLink>
      </div>
    </section>
  )
}
