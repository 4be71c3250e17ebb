import { discussionCalls } from '@thirty/contracts/calls/discussions.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { DiscussionQueries } from './query.ts'

export const discussionEndpoints = (queries: DiscussionQueries): Endpoint[] => [
  endpoint(discussionCalls.list)(({ query }) => queries.list(query)),
  endpoint(discussionCalls.one)(
    async ({ params, query }) =>
      (await queries.one(params.discussionId, query)) ??
      refuse('discussion-not-found', 'This discussion is not there'),
  ),
]
