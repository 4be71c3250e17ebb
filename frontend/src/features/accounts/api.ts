import type { LogInRequest, SignedInAnswer, SignUpRequest } from '@thirty/contracts/api/accounts.ts'
import type { ShowcaseAnswer } from '@thirty/contracts/api/leaderboard.ts'
import { get, send } from '../../shared/http.ts'

export const logIn = (request: LogInRequest): Promise<SignedInAnswer> =>
  send('POST', '/api/auth/login', request, { area: 'none' })

export const signUp = (request: SignUpRequest): Promise<SignedInAnswer> =>
  send('POST', '/api/auth/signup', request, { area: 'none' })

/** The day that is open; visitors may know it from the showcase. */
export const openDay = async (signal: AbortSignal): Promise<number> =>
  (await get<ShowcaseAnswer>('/api/leaderboard/showcase', { area: 'none', signal })).day
