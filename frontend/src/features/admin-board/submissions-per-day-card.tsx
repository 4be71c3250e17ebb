import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { SubmissionsPerDay } from '../../shared/charts/submissions/submissions-per-day.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { statisticsStore } from './admin-board-stores.ts'
import { t } from './messages/t.ts'
import css from './chart-card.module.css'

/** Submissions per day by status. */
export const SubmissionsPerDayCard = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const statistics = statisticsStore.use((store) => store.view)
  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle>{t('submissionsPerDay')}</CardTitle>
      {(statistics.state !== 'ready' || !isLoaded) && <Skeleton shape="block" height="216px" />}
      {isLoaded && statistics.state === 'ready' && !statistics.data.figures.perDay && (
        <p className={css.missing}>{t('notAvailable')}</p>
      )}
      {isLoaded && statistics.state === 'ready' && statistics.data.figures.perDay && (
        <SubmissionsPerDay days={statistics.data.figures.perDay} today={today} plotHeight={210} />
      )}
    </Card>
  )
}
