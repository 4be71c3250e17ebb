import { ConfirmedButton } from '../../../shared/ui/dialog/confirmed-button.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { SlashProgress } from '../../../shared/ui/progress/slash-progress.tsx'
import { setCompleted } from '../own-days-store.ts'
import css from './completed-card.module.css'

type CompletedCardProps = {
  day: number
  /** ISO time. */
  completedAt: string
  completed: number
  /** The number of consecutive completed days up to the latest. */
  streak: number
  /** Moves the focus here, because the button that was pressed is gone. */
  focusesHeading: boolean
}

/** The badge of a completed day. */
export const CompletedCard = ({
  day,
  completedAt,
  completed,
  streak,
  focusesHeading,
}: CompletedCardProps) => {
  const heading = useFocusWhenShown<HTMLHeadingElement>(focusesHeading)
  return (
    <Card as="section" padding="none" className={css.card}>
      <div className={css.plate} data-field>
        <DayBadge day={day} today size="large" />
        <h2 ref={heading} tabIndex={-1}>
          Day {day} complete
        </h2>
        <p>
          Completed <Time at={completedAt} />. {formatStreak(streak)}
        </p>
        <SlashProgress
          total={30}
          done={completed}
          highlight={day}
          label="Completed days"
          valueText={`${completed} of 30 days completed`}
          height={28}
        />
        <p className={css.count}>{completed} of 30 days completed</p>
      </div>
      <div className={css.actions}>
        <ConfirmedButton
          label="Mark as not complete"
          kind="quiet"
          title={`Mark day ${day} as not complete?`}
          description="Your tasks stay as they are, and you can complete the day again."
          failureText="The day could not be changed. Please try again."
          run={() => setCompleted(day, false).then(() => undefined)}
        />
      </div>
    </Card>
  )
}

const formatStreak = (days: number): string => (days > 1 ? `${days} completed days in a row.` : '')
