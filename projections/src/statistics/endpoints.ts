import { statisticsCalls } from '@thirty/contracts/calls/statistics.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { StatisticsQueries } from './query.ts'

export const statisticsEndpoints = (queries: StatisticsQueries): Endpoint[] => [
  endpoint(statisticsCalls.cards)(() => queries.statistics()),
]
