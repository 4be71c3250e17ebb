import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { PeopleQueries } from './query.ts'
import { say } from '@thirty/contracts/texts/text.ts'

export function peopleHandlers(queries: PeopleQueries): Endpoint[] {
  const count = async (which: 'all' | 'active') =>
    ({ success: true, count: await queries.count(which) }) as const
  return [
    endpoint(accountEndpoints.me)(async ({ caller: { id, needsTwoFactor, redeemedToken: issued } }) => {
      const found = (await queries.me(id)) ?? refuse('not-signed-in', say('authenticationFailed'))
      const me = { ...found, ...(needsTwoFactor && { needsTwoFactor }) }
      return issued === undefined ? me : { ...me, user: { ...me.user, token: issued.token } }
    }),
    endpoint(peopleEndpoints.list)(async ({ query, response }) => {
      const { people, nextCursor } = await queries.list(query)
      if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
      return people
    }),
    endpoint(teamEndpoints.list)(async () => ({ success: true, members: await queries.team() })),
    endpoint(peopleEndpoints.count)(() => count('all')),
    endpoint(peopleEndpoints.countActive)(() => count('active')),
  ]
}
