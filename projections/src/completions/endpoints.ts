import { completionEndpoints } from '@thirty/contracts/api/challenge/challenge.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { CompletionQueries } from './query.ts'

export const completionHandlers = (daysOf: CompletionQueries): Endpoint[] => [
  endpoint(completionEndpoints.mine)(({ caller }) => daysOf(caller.id)),
]
