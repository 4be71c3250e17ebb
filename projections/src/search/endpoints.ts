import { searchEndpoints } from '@thirty/contracts/endpoints/admin.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SearchQueries } from './query.ts'

export const searchHandlers = (search: SearchQueries): Endpoint[] => [
  endpoint(searchEndpoints.search)(({ query }) => search(query)),
]
