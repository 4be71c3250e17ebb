import type { StartChallengeResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { request } from '../../shared/http/http.ts'

/** Starts the challenge now. Fails with status 409 if it has started already. */
export const startChallenge = (): Promise<StartChallengeResponse> =>
  request('POST', '/api/admin/challenge/start', { body: {}, area: 'admin' })
