import { discussionEndpoints } from '@thirty/contracts/endpoints/community/discussions.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { DiscussionQueries } from './query.ts'

export const discussionHandlers = (queries: DiscussionQueries): Endpoint[] => [
  endpoint(discussionEndpoints.list)(({ query }) => queries.list(query)),
  endpoint(discussionEndpoints.one)(
    async ({ params, query }) =>
      (await queries.one(params.discussionId, query)) ??
      refuse('discussion-not-found', 'Discussion not found'),
  ),
]
