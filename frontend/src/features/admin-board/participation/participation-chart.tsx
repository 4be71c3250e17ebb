import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { Participation } from '../../../shared/charts/participation/participation.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { projectsOf, statistics, useStandings } from '../admin-board-data.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from '../chart-cards.module.css'

/** The chart of the participation card, updated live with the statistics and the standings. */
export const ParticipationChart = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const { data } = useLiveData(statistics)
  const participants = useStandings().data?.totals.totalUsers
  if (!data || !isLoaded) return <Skeleton shape="block" height="216px" />
  const { perDay } = data.figures
  if (!perDay) return <p className={css.missing}>{t('common.notAvailable')}</p>
  // Nobody has two projects of one day, so each stands for a participant.
  const days = perDay.map((counts) => ({ day: counts.day, active: projectsOf(counts) }))
  return <Participation days={days} today={today} participants={participants} />
}
