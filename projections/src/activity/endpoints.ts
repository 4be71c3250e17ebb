import { communityEndpoints } from '@thirty/contracts/api/community/community.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ActivityQueries } from './query.ts'

export const activityHandlers = (queries: ActivityQueries): Endpoint[] => [
  endpoint(communityEndpoints.feed)(({ query }) => queries.feed(query)),
]
