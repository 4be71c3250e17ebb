import { useEffect } from 'react'
import {
  RatingsPerReviewer,
  ReviewBacklog,
  WaitingTime,
} from '../../../shared/charts/reviews/review-charts.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../../shared/ui/feedback/states.tsx'
import { t } from '../messages/t.ts'
import css from './review-charts-of-board.module.css'
import type { ReviewStatisticsResponse } from '@thirty/contracts/api/admin/reviews.ts'
import { request } from '../../../shared/http/http.ts'
import { createLiveStore } from '../../../shared/live/live-store.ts'

/** How long a message waits for others before the figures are loaded again, in milliseconds. Only admins receive it. */
const reloadDelayMs = 1000

/** Review backlog, waiting time and the work of the admins. Every change of the projects loads them again. */
const reviewStatisticsStore = createLiveStore<ReviewStatisticsResponse>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/admin/statistics/reviews', { area: 'admin', signal }),
  reloadDelayMs,
  messages: {
    'statistics.changed': {
      sequence: ({ statistics }) => ('users' in statistics ? 'people' : 'projects'),
      apply: (figures, { statistics }, reload) => {
        if (!('users' in statistics)) reload()
        return figures
      },
    },
    'challenge.changed': {
      sequence: () => 'challenge',
      // A new run begins without reviews.
      apply: (figures, _, reload) => {
        reload()
        return figures
      },
    },
  },
})

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
