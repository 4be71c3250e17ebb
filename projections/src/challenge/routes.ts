import type { Authentication } from '@thirty/infra/http/authentication.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import type { ChallengeQueries } from './query.ts'

export type ChallengeRoutesOptions = { authentication: Authentication; queries: ChallengeQueries }

export function challengeRoutes({ authentication, queries }: ChallengeRoutesOptions): Router {
  return Router().get(
    '/challenge/current-day',
    authentication.signedIn,
    route({}, () => queries.currentDay()),
  )
}
