import { completionCalls } from '@thirty/contracts/calls/completions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { CompletionQueries } from './query.ts'

export const completionEndpoints = (daysOf: CompletionQueries): Endpoint[] => [
  endpoint(completionCalls.mine)(({ caller }) => daysOf(caller.id)),
]
