import type {
  LogInRequest,
  MeResponse,
  SignedInResponse,
  SignUpRequest,
} from '@thirty/contracts/api/accounts/accounts.ts'
import type { ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type {
  ForgotPasswordResponse,
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '@thirty/contracts/api/accounts/password-reset.ts'
import type { ProvidersResponse, SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { get, send } from '../../shared/http/http.ts'

export const logIn = (request: LogInRequest): Promise<SignedInResponse> =>
  send('POST', '/api/auth/login', request, { area: 'none' })

export const signUp = (request: SignUpRequest): Promise<SignedInResponse> =>
  send('POST', '/api/auth/signup', request, { area: 'none' })

export const forgotPassword = (request: ForgotPasswordRequest): Promise<ForgotPasswordResponse> =>
  send('POST', '/api/auth/forgot-password', request, { area: 'none' })

export const resetPassword = (request: ResetPasswordRequest): Promise<unknown> =>
  send('POST', '/api/auth/reset-password', request, { area: 'none' })

/** The day that is open; visitors may know it from the showcase. */
export const fetchOpenDay = async (signal: AbortSignal): Promise<number> =>
  (await get<ShowcaseResponse>('/api/leaderboard/showcase', { area: 'none', signal })).day

/** By whom people may sign in besides their password. */
export const fetchSignInProviders = async (signal: AbortSignal): Promise<readonly SignInProvider[]> =>
  (await get<ProvidersResponse>('/api/auth/providers', { area: 'none', signal })).providers

/** Changes the one-time ticket of a social sign-in into a session: the user, with the token. */
export const exchangeOneTimeToken = (ticket: string): Promise<MeResponse> =>
  get<MeResponse>('/api/auth/me', { token: ticket })
