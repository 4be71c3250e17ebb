// The badge of a completed day.

import { ConfirmedButton } from '../../../shared/ui/dialog/confirmed-button.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { SlashProgress } from '../../../shared/ui/progress/slash-progress.tsx'
import { setCompleted } from '../own-days.ts'
import { t } from '../../../shared/i18n/t.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
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

export const CompletedCard = ({
  day,
  completedAt,
  completed,
  streak,
  focusesHeading,
}: CompletedCardProps) => {
  const heading = useFocusWhenShown<HTMLHeadingElement>(focusesHeading)
  const time = () => <Time at={completedAt} />
  return (
    <Card as="section" padding="none" className={css.card}>
      <div className={css.plate} data-field>
        <DayBadge day={day} today size="large" />
        <h2 ref={heading} tabIndex={-1}>
          {t('dailyChallenge.dayComplete', { day })}
        </h2>
        <p>
          {streak > 1
            ? t.rich('dailyChallenge.completedInARow', { days: streak, time })
            : t.rich('dailyChallenge.completedAt', { time })}
        </p>
        <SlashProgress
          total={totalDays}
          done={completed}
          highlight={day}
          label={t('dailyChallenge.completedDays')}
          valueText={t('dailyChallenge.daysCompleted', { completed, total: totalDays })}
          height={28}
        />
        <p className={css.count}>{t('dailyChallenge.daysCompleted', { completed, total: totalDays })}</p>
      </div>
      <div className={css.actions}>
        <ConfirmedButton
          label={t('dailyChallenge.markNotComplete')}
          kind="quiet"
          title={t('dailyChallenge.markNotCompleteQuestion', { day })}
          description={t('dailyChallenge.tasksStay')}
          failureText={t('dailyChallenge.dayNotChanged')}
          run={() => setCompleted(day, false)}
        />
      </div>
    </Card>
  )
}
