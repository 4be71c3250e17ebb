import { page } from '@thirty/contracts/api/answers.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { callerOf, type Authentication } from '@thirty/infra/http/authentication.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import { z } from 'zod'
import type { PeopleQueries } from './query.ts'

export type PeopleRoutesOptions = { authentication: Authentication; queries: PeopleQueries }

const peopleQuery = page.extend({
  search: z.string().trim().max(200).optional(),
  status: z.enum(['active', 'inactive', 'pending']).optional(),
})

/** Mounted where accounts answer: under `/api/auth` and `/auth`. */
export function peopleRoutes({ authentication, queries }: PeopleRoutesOptions): Router {
  const { signedIn, adminOnly } = authentication
  const me = route(
    {},
    async ({ request }) =>
      (await queries.me(callerOf(request).id)) ?? refuse('not-signed-in', 'Authentication failed'),
  )
  const people = route({ query: peopleQuery }, async ({ query, response }) => {
    const { people, nextCursor } = await queries.list(query)
    if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
    return people
  })
  const count = (which: 'all' | 'active') =>
    route({}, async () => ({ success: true, count: await queries.count(which) }))

  return Router()
    .get('/me', signedIn, me)
    .get('/users', adminOnly, people)
    .get('/users/count', adminOnly, count('all'))
    .get('/users/active', adminOnly, count('active'))
}
