import { discussionEndpoints } from '@thirty/contracts/api/community/discussions.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { DiscussionQueries } from './query.ts'

export const discussionHandlers = (queries: DiscussionQueries): Endpoint[] => [
  endpoint(discussionEndpoints.list)(({ query, caller }) => queries.list(query, caller)),
  endpoint(discussionEndpoints.one)(
    async ({ params, query, caller }) =>
      (await queries.one(params.discussionId, query, caller)) ??
      refuse('discussion-not-found', 'Discussion not found'),
  ),
]
