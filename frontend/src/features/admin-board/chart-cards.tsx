// The cards with charts on the leaderboard screen of admins: submissions per day, the average of each criterion, and `LazyChartCard`, the
// frame of the charts below the fold.

import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { SubmissionsPerDay } from '../../shared/charts/bars/bar-chart.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { Skeleton } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { CriteriaBar } from '../../shared/ui/progress/slash-bars.tsx'
import { statistics, useStandings } from './admin-board-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './chart-cards.module.css'

/** Submissions per day by status. */
export const SubmissionsPerDayCard = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const { data } = useLiveData(statistics)
  return (
    <SectionCard title={t('adminBoard.submissionsPerDay')} className={css.card}>
      {!data || !isLoaded ? (
        // The chart without days has the size of the loaded one.
        <div className={css.outline} inert>
          <SubmissionsPerDay days={[]} today={0} />
          <Skeleton shape="block" height="100%" />
        </div>
      ) : data.figures.perDay ? (
        <SubmissionsPerDay days={data.figures.perDay} today={today} />
      ) : (
        <p className={css.missing}>{t('common.notAvailable')}</p>
      )}
    </SectionCard>
  )
}

/** The average official rating per criterion. */
export const CriteriaCard = () => {
  const { data } = useLiveData(statistics)
  const averages = data?.figures.criteria
  return (
    <SectionCard title={t('adminBoard.averageByCriterion')} className={css.card}>
      {!data && <Skeleton shape="block" height="216px" />}
      {data && !averages && <p className={css.missing}>{t('common.notAvailable')}</p>}
      {averages && (
        <ul className={css.criteria}>
          {criteria.map(({ key, label }) => {
            const value = averages[key]
            const unrated = (
              <p className={css.unrated}>
                {label} <span>{t('common.notRatedYet')}</span>
              </p>
            )
            return <li key={key}>{value === null ? unrated : <CriteriaBar {...{ label, value }} />}</li>
          })}
        </ul>
      )}
    </SectionCard>
  )
}

type LazyChartCardProps = {
  title: string
  /** The message if the script cannot be loaded. */
  failedText: string
  /** Loads the script of the chart. */
  loadChart: () => Promise<ComponentType>
}

/** A card with a chart below the fold, whose script is loaded when the reader comes near. If that fails, the rest of the screen stays. */
export const LazyChartCard = ({ title, failedText, loadChart }: LazyChartCardProps) => {
  // Fields, because React would call a component that is a state by itself. Undefined until the reader has come near.
  const [loaded, setLoaded] = useState<{ Chart?: ComponentType; hasFailed?: boolean }>()
  const { Chart, hasFailed } = loaded ?? {}
  const isWaiting = !Chart && !hasFailed
  const load = () => {
    setLoaded({})
    loadChart().then(
      (chart) => setLoaded({ Chart: chart }),
      () => setLoaded({ hasFailed: true }),
    )
  }
  const ref = useRef<HTMLDivElement>(null)
  const wasNear = loaded !== undefined
  const onNear = useEffectEvent(load)
  // Placeholders are shorter than the standings, so the card is near at first on any screen.
  const isAboveLoaded = useStandings().state !== 'loading'
  useEffect(() => {
    if (wasNear || !isAboveLoaded || !ref.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { rootMargin: '200px' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [wasNear, isAboveLoaded])
  return (
    <div ref={ref} className={css.wide} data-waiting={isWaiting || undefined}>
      <SectionCard title={title} className={css.card} aria-label={title}>
        {isWaiting && <Skeleton shape="block" height="216px" />}
        {hasFailed && (
          <ErrorState title={failedText} heading="h3" retryLabel={t('common.retry')} onRetry={load} />
        )}
        {Chart && <Chart />}
      </SectionCard>
    </div>
  )
}
