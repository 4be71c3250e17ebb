import { challengeEndpoints } from '@thirty/contracts/api/challenge/challenge.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ChallengeQueries } from './query.ts'

export const challengeHandlers = (queries: ChallengeQueries): Endpoint[] => [
  endpoint(challengeEndpoints.currentDay)(() => queries.currentDay()),
]
