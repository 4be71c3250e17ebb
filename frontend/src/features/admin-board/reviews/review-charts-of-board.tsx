// The charts of the review card, updated live.

import type { ReviewStatisticsResponse } from '@thirty/contracts/judging/statistics-api.ts'
import {
  RatingsPerReviewer,
  ReviewBacklog,
  WaitingTime,
} from '../../../shared/charts/reviews/review-charts.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './review-charts-of-board.module.css'
import { request } from '../../../shared/http/http.ts'
import { liveData, reloadsOn, useLiveData } from '../../../shared/live/live-data.ts'
import { Loaded } from '../../../shared/live/loaded.tsx'

/** Review backlog, waiting time and the work of the admins. Every change of the projects loads them again, for admins only. */
const reviewStatistics = liveData<ReviewStatisticsResponse>({
  load: (_key, signal) => request('GET', '/api/admin/statistics/reviews', { area: 'admin', signal }),
  reloadDelayMs: 1000,
  messages: {
    'statistics.changed': {
      sequence: ({ statistics }) => ('users' in statistics ? 'people' : 'projects'),
      apply: (figures, { statistics }, reload) => {
        if (!('users' in statistics)) reload()
        return figures
      },
    },
    // A new run begins without reviews.
    'challenge.changed': reloadsOn('challenge'),
  },
})

export const ReviewChartsOfBoard = () => (
  <Loaded
    view={useLiveData(reviewStatistics)}
    loading={<Skeleton shape="block" height="216px" />}
    failed={t('adminBoard.reviewsFailed')}
    heading="h3"
    retryLabel={t('common.retry')}
  >
    {({ days, reviewers }) => (
      <div className={css.charts}>
        <section>
          <h3>{t('adminBoard.reviewBacklog')}</h3>
          <ReviewBacklog days={days} />
        </section>
        <section>
          <h3>{t('adminBoard.waitingTime')}</h3>
          <WaitingTime days={days} />
        </section>
        <section>
          <h3>{t('adminBoard.ratingsPerReviewer')}</h3>
          <RatingsPerReviewer reviewers={reviewers} />
        </section>
      </div>
    )}
  </Loaded>
)
