import { useEffect } from 'react'
import {
  RatingsPerReviewer,
  ReviewBacklog,
  WaitingTime,
} from '../../../shared/charts/reviews/review-charts.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../../shared/ui/feedback/states.tsx'
import { t } from '../messages/t.ts'
import { reviewStatisticsStore } from './review-statistics-store.ts'
import css from './review-charts-of-board.module.css'

/** The charts of the review card, updated live. */
export const ReviewChartsOfBoard = () => {
  useEffect(() => {
    const stop = reviewStatisticsStore.follow()
    void reviewStatisticsStore.load(undefined)
    return stop
  }, [])
  const view = reviewStatisticsStore.use((store) => store.view)
  switch (view.state) {
    case 'loading':
      return <Skeleton shape="block" height="216px" />
    case 'failed':
      return (
        <ErrorState
          title={t('reviewsFailed')}
          heading="h3"
          retryLabel={t('retry')}
          onRetry={() => void reviewStatisticsStore.load(undefined)}
        />
      )
    case 'ready':
      return (
        <div className={css.charts}>
          <section>
            <h3>{t('reviewBacklog')}</h3>
            <ReviewBacklog days={view.data.days} />
          </section>
          <section>
            <h3>{t('waitingTime')}</h3>
            <WaitingTime days={view.data.days} />
          </section>
          <section>
            <h3>{t('ratingsPerReviewer')}</h3>
            <RatingsPerReviewer reviewers={view.data.reviewers} />
          </section>
        </div>
      )
  }
}
