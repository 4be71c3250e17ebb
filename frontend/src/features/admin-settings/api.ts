import type {
  EndChallengeResponse,
  StartChallengeResponse,
} from '@thirty/contracts/api/challenge/challenge.ts'
import { request } from '../../shared/http/http.ts'

/** Starts the challenge now. Fails with status 409 if it has started already. */
export const startChallenge = (): Promise<StartChallengeResponse> =>
  request('POST', '/api/admin/challenge/start', { body: {}, area: 'admin' })

/** Sets or moves the end of the challenge (ISO time); without one it ends now. */
export const endChallenge = (at?: string): Promise<EndChallengeResponse> =>
  request('POST', '/api/admin/challenge/end', { body: at === undefined ? {} : { at }, area: 'admin' })

/** Undoes the end that was set: the challenge ends seven days after day 30 again. */
export const undoChallengeEnd = (): Promise<EndChallengeResponse> =>
  request('DELETE', '/api/admin/challenge/end', { area: 'admin' })
