import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { SubmissionsPerDay } from '../../shared/charts/submissions/submissions-per-day.tsx'
import { useLiveData } from '../../shared/live/use-live-data.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { statistics } from './admin-board-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './chart-card.module.css'

/** Submissions per day by status. */
export const SubmissionsPerDayCard = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const { data } = useLiveData(statistics)
  return (
    <SectionCard title={t('adminBoard.submissionsPerDay')} className={css.card}>
      {(!data || !isLoaded) && <Skeleton shape="block" height="216px" />}
      {isLoaded && data && !data.figures.perDay && <p className={css.missing}>{t('common.notAvailable')}</p>}
      {isLoaded && data?.figures.perDay && (
        <SubmissionsPerDay days={data.figures.perDay} today={today} plotHeight={210} />
      )}
    </SectionCard>
  )
}
