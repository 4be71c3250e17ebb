// Play, pause, a slider over the days, and the figures of the shown day.

import { Pause, Play } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayStepper } from '../../shared/challenge/day-stepper.tsx'
import { formatChallengeDate } from '../../shared/challenge/format-challenge-date.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { t } from '../../shared/i18n/t.ts'
import type { useReplay } from './use-replay.ts'
import { Figures } from '../../shared/ui/display/figures.tsx'
import css from './replay-controls.module.css'

export const ReplayControls = ({
  replay,
  lastDay,
}: {
  replay: ReturnType<typeof useReplay>
  lastDay: number
}) => {
  const { day, board, isPlaying, goTo } = replay
  const { startsAt, timeZone } = useCurrentDay()
  const leader = board?.data[0]
  const stats = board?.stats
  return (
    <Card as="section" aria-label={t('replay.replay')}>
      <div className={css.head}>
        <p className={css.day}>
          <strong className={css.number}>{t('common.day', { day })}</strong>
          {startsAt !== null && <span>{formatChallengeDate(startsAt, day, timeZone)}</span>}
        </p>
        {stats && (
          <Figures
            className={css.figures}
            valueClass={css.figure}
            figures={[
              [t('common.participantsUnit'), formatNumber(stats.totalUsers)],
              [t('common.projectsSubject'), formatNumber(stats.totalSubmissions)],
              [t('common.pointsUnit'), formatPoints(stats.totalPoints)],
            ]}
          />
        )}
      </div>
      <div className={css.controls}>
        <Button
          kind="primary"
          icon={isPlaying ? <Pause /> : <Play />}
          onClick={isPlaying ? replay.pause : replay.play}
        >
          {t(isPlaying ? 'replay.pause' : 'replay.play')}
        </Button>
        <DayStepper day={day} lastDay={lastDay} leader={leader?.name} onDay={goTo} />
        <ShareButton title={t('common.leaderboardOfDay', { day })} path={paths.replayOfDay(day)} />
      </div>
    </Card>
  )
}
