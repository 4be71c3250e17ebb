import { communityCalls } from '@thirty/contracts/calls/community.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { CommunityQueries } from './query.ts'

export const communityEndpoints = (queries: CommunityQueries): Endpoint[] => [
  endpoint(communityCalls.allData)(
    async ({ caller }) =>
      (await queries.allData(caller.id)) ?? refuse('not-signed-in', 'Authentication failed'),
  ),
  endpoint(communityCalls.members)(({ query }) => queries.members(query)),
]
