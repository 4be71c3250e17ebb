import type { LogInRequest, MeAnswer, SignedInAnswer, SignUpRequest } from '@thirty/contracts/api/accounts.ts'
import type { ShowcaseAnswer } from '@thirty/contracts/api/leaderboard.ts'
import type {
  ForgotPasswordAnswer,
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '@thirty/contracts/api/password-reset.ts'
import type { ProvidersAnswer, SignInProvider } from '@thirty/contracts/api/social.ts'
import { get, send } from '../../shared/http.ts'

export const logIn = (request: LogInRequest): Promise<SignedInAnswer> =>
  send('POST', '/api/auth/login', request, { area: 'none' })

export const signUp = (request: SignUpRequest): Promise<SignedInAnswer> =>
  send('POST', '/api/auth/signup', request, { area: 'none' })

export const forgotPassword = (request: ForgotPasswordRequest): Promise<ForgotPasswordAnswer> =>
  send('POST', '/api/auth/forgot-password', request, { area: 'none' })

export const resetPassword = (request: ResetPasswordRequest): Promise<unknown> =>
  send('POST', '/api/auth/reset-password', request, { area: 'none' })

/** The day that is open; visitors may know it from the showcase. */
export const openDay = async (signal: AbortSignal): Promise<number> =>
  (await get<ShowcaseAnswer>('/api/leaderboard/showcase', { area: 'none', signal })).day

/** By whom people may sign in besides their password. */
export const providers = async (signal: AbortSignal): Promise<readonly SignInProvider[]> =>
  (await get<ProvidersAnswer>('/api/auth/providers', { area: 'none', signal })).providers

/** Changes the one-time ticket of a social sign-in into a session: the user, with the token. */
export const sessionFor = (ticket: string): Promise<MeAnswer> =>
  get<MeAnswer>('/api/auth/me', { token: ticket })
