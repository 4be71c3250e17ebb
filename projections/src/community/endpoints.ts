import { communityEndpoints } from '@thirty/contracts/api/community/community.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { CommunityQueries } from './query.ts'

export const communityHandlers = (queries: CommunityQueries): Endpoint[] => [
  endpoint(communityEndpoints.allData)(
    async ({ caller }) =>
      (await queries.allData(caller.id)) ?? refuse('not-signed-in', 'Authentication failed'),
  ),
  endpoint(communityEndpoints.members)(({ query }) => queries.members(query)),
]
