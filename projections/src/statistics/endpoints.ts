import { statisticsEndpoints } from '@thirty/contracts/endpoints/admin.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { StatisticsQueries } from './query.ts'

export const statisticsHandlers = (queries: StatisticsQueries): Endpoint[] => [
  endpoint(statisticsEndpoints.cards)(() => queries.statistics()),
]
