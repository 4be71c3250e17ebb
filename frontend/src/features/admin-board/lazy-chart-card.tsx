// A card with a chart below the fold, whose script is loaded when the reader comes near. If that fails, the rest of the screen stays.

import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useStandings } from './admin-board-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './lazy-chart-card.module.css'

/** `Chart` is a field, because React would call a component that is a state by itself. */
type Loaded = { state: 'waiting' } | { state: 'failed' } | { state: 'ready'; Chart: ComponentType }

type LazyChartCardProps = {
  title: string
  /** The message if the script cannot be loaded. */
  failedText: string
  /** Loads the script of the chart. Must be the same function at each render. */
  loadChart: () => Promise<ComponentType>
}

export const LazyChartCard = ({ title, failedText, loadChart }: LazyChartCardProps) => {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'waiting' })
  const load = useCallback(async () => {
    setLoaded({ state: 'waiting' })
    try {
      setLoaded({ state: 'ready', Chart: await loadChart() })
    } catch {
      setLoaded({ state: 'failed' })
    }
  }, [loadChart])
  const ref = useRef<HTMLDivElement>(null)
  const [wasNear, setWasNear] = useState(false)
  // Placeholders are shorter than the standings, so the card is near at first on any screen.
  const isAboveLoaded = useStandings().state !== 'loading'
  useEffect(() => {
    if (wasNear || !isAboveLoaded || !ref.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setWasNear(true)
        void load()
      },
      { rootMargin: '200px' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [wasNear, isAboveLoaded, load])
  return (
    <div ref={ref} className={css.wide} data-waiting={loaded.state === 'waiting' || undefined}>
      <SectionCard title={title} className={css.card} aria-label={title}>
        {loaded.state === 'waiting' && <Skeleton shape="block" height="216px" />}
        {loaded.state === 'failed' && (
          <ErrorState
            title={failedText}
            heading="h3"
            retryLabel={t('common.retry')}
            onRetry={() => void load()}
          />
        )}
        {loaded.state === 'ready' && <loaded.Chart />}
      </SectionCard>
    </div>
  )
}
