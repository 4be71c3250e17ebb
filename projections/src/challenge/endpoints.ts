import { challengeCalls } from '@thirty/contracts/calls/challenge.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { ChallengeQueries } from './query.ts'

export const challengeEndpoints = (queries: ChallengeQueries): Endpoint[] => [
  endpoint(challengeCalls.currentDay)(() => queries.currentDay()),
]
