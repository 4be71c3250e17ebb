import { accountCalls } from '@thirty/contracts/calls/accounts.ts'
import { peopleCalls } from '@thirty/contracts/calls/people.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { PeopleQueries } from './query.ts'

export function peopleEndpoints(queries: PeopleQueries): Endpoint[] {
  const count = async (which: 'all' | 'active') =>
    ({ success: true, count: await queries.count(which) }) as const
  return [
    endpoint(accountCalls.me)(async ({ caller: { id, issued } }) => {
      const me = (await queries.me(id)) ?? refuse('not-signed-in', 'Authentication failed')
      return issued === undefined ? me : { ...me, user: { ...me.user, token: issued.token } }
    }),
    endpoint(peopleCalls.list)(async ({ query, response }) => {
      const { people, nextCursor } = await queries.list(query)
      if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
      return people
    }),
    endpoint(peopleCalls.count)(() => count('all')),
    endpoint(peopleCalls.countActive)(() => count('active')),
  ]
}
