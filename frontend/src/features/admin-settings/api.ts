import type { StartChallengeResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { send } from '../../shared/http/http.ts'

/** Starts the challenge now. Fails with 409 if it has already started. */
export const startChallenge = (): Promise<StartChallengeResponse> =>
  send('POST', '/api/admin/challenge/start', {}, { area: 'admin' })
