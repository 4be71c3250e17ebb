import type {
  AdminSignUpRequest,
  LogInRequest,
  SignedInResponse,
} from '@thirty/contracts/api/accounts/accounts.ts'
import type { LogInResponse } from '@thirty/contracts/api/accounts/two-factor.ts'
import { request } from '../../shared/http/http.ts'

export const logIn = (body: LogInRequest): Promise<LogInResponse> =>
  request('POST', '/api/auth/login', { body, area: 'none' })

export const signUp = (body: AdminSignUpRequest): Promise<SignedInResponse> =>
  request('POST', '/api/auth/admin-signup', { body, area: 'none' })

/** Returns the current day of the challenge. Asks the showcase endpoint, because visitors may call it. */
export const fetchCurrentDay = async (signal: AbortSignal): Promise<number> =>
  (await request('GET', '/api/leaderboard/showcase', { area: 'none', signal })).day
