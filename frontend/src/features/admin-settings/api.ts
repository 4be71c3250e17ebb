import type { StartChallengeAnswer } from '@thirty/contracts/api/challenge.ts'
import { send } from '../../shared/http.ts'

/** Starts the challenge now. Answered with 409 when it has started already. */
export const startChallenge = (): Promise<StartChallengeAnswer> =>
  send('POST', '/api/admin/challenge/start', {}, { area: 'admin' })
