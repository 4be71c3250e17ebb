import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { useLiveData } from '../../../shared/live/use-live-data.ts'
import { Participation } from '../../../shared/charts/participation/participation.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { statistics, useStandings } from '../admin-board-data.ts'
import { activePerDay } from '../daily-statistics.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from '../chart-card.module.css'

/** The chart of the participation card, updated live with the statistics and the standings. */
export const ParticipationChart = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const { data } = useLiveData(statistics)
  const participants = useStandings().data?.totals.totalUsers
  if (!data || !isLoaded) return <Skeleton shape="block" height="216px" />
  const { perDay } = data.figures
  if (!perDay) return <p className={css.missing}>{t('common.notAvailable')}</p>
  return <Participation days={activePerDay(perDay)} today={today} participants={participants} />
}
