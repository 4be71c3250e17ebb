import { searchCalls } from '@thirty/contracts/calls/search.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { SearchQueries } from './query.ts'

export const searchEndpoints = (search: SearchQueries): Endpoint[] => [
  endpoint(searchCalls.search)(({ query }) => search(query)),
]
