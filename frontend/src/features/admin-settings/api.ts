import type { StartChallengeResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { send } from '../../shared/http/http.ts'

/** Starts the challenge now. Answered with 409 when it has started already. */
export const startChallenge = (): Promise<StartChallengeResponse> =>
  send('POST', '/api/admin/challenge/start', {}, { area: 'admin' })
