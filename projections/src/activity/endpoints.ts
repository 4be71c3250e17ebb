import { communityCalls } from '@thirty/contracts/calls/community.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { ActivityQueries } from './query.ts'

export const activityEndpoints = (queries: ActivityQueries): Endpoint[] => [
  endpoint(communityCalls.feed)(({ query }) => queries.feed(query)),
]
