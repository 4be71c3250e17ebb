import type { Authentication } from '@thirty/infra/http/authentication.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import type { StatisticsQueries } from './query.ts'

export type StatisticsRoutesOptions = { authentication: Authentication; queries: StatisticsQueries }

export function statisticsRoutes({ authentication, queries }: StatisticsRoutesOptions): Router {
  return Router().get(
    '/admin/statistics',
    authentication.adminOnly,
    route({}, () => queries.statistics()),
  )
}
