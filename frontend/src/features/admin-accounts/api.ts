import type {
  AdminSignUpRequest,
  LogInRequest,
  SignedInResponse,
} from '@thirty/contracts/api/accounts/accounts.ts'
import type { ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { get, send } from '../../shared/http/http.ts'

export const logIn = (request: LogInRequest): Promise<SignedInResponse> =>
  send('POST', '/api/auth/login', request, { area: 'none' })

export const signUp = (request: AdminSignUpRequest): Promise<SignedInResponse> =>
  send('POST', '/api/auth/admin-signup', request, { area: 'none' })

/** Returns the current day. It comes from the showcase, which visitors may read. */
export const fetchOpenDay = async (signal: AbortSignal): Promise<number> =>
  (await get<ShowcaseResponse>('/api/leaderboard/showcase', { area: 'none', signal })).day
