// Says which day is shown, and leads to others: today is live.

import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { DayStepper } from '../../../shared/challenge/day-stepper.tsx'
import { formatChallengeDate } from '../../../shared/challenge/format-challenge-date.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../../shared/ui/controls/share-button.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { t } from '../../../shared/i18n/t.ts'
import type { PastDay } from './past-day.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './time-travel.module.css'

type TimeTravelProps = { day: number; past: PastDay; leader: string | undefined }

export const TimeTravel = ({ day, past: { lastPastDay, goTo, goLive }, leader }: TimeTravelProps) => {
  const { startsAt, timeZone } = useCurrentDay()
  return (
    <Card as="section" aria-label={t('leaderboard.timeTravel')}>
      <div className={css.head}>
        <p className={css.words}>
          <strong>{t('leaderboard.endOfDay', { day })}</strong>
          {startsAt !== null && <span>{formatChallengeDate(startsAt, day, timeZone)}</span>}
        </p>
        <span className={layout.cluster8}>
          <ShareButton
            size="small"
            title={t('common.leaderboardOfDay', { day })}
            path={paths.leaderboardOfDay(day)}
          />
          <Button kind="primary" size="small" onClick={goLive}>
            {t('leaderboard.backToLive')}
          </Button>
        </span>
      </div>
      <div className={css.days}>
        <DayStepper day={day} lastDay={Math.min(totalDays, lastPastDay + 1)} leader={leader} onDay={goTo} />
      </div>
    </Card>
  )
}
