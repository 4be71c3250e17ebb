import type { NextUnratedResponse, ReviewStatisticsResponse } from '@thirty/contracts/api/admin/reviews.ts'
import { statisticsEndpoints } from '@thirty/contracts/api/admin/statistics.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { StatisticsQueries } from './query.ts'

/** What other slices know about the work of the admins. */
type ReviewQueries = {
  reviewStatistics(): Promise<ReviewStatisticsResponse>
  nextUnrated(query: {
    admin: { id: string; session: string }
    except: string | undefined
  }): Promise<NextUnratedResponse>
}

export const statisticsHandlers = (
  queries: Pick<StatisticsQueries, 'statistics'> & ReviewQueries,
): Endpoint[] => [
  endpoint(statisticsEndpoints.cards)(() => queries.statistics()),
  endpoint(statisticsEndpoints.reviews)(() => queries.reviewStatistics()),
  endpoint(statisticsEndpoints.nextUnrated)(({ caller, query }) =>
    queries.nextUnrated({ admin: { id: caller.id, session: caller.token.id }, except: query.except }),
  ),
]
