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

/** Returns the current day. It comes from the showcase, which visitors may read. */
export const fetchOpenDay = async (signal: AbortSignal): Promise<number> =>
  (await get<ShowcaseResponse>('/api/leaderboard/showcase', { area: 'none', signal })).day

/** Returns the identity providers of this installation. */
export const fetchSignInProviders = async (signal: AbortSignal): Promise<readonly SignInProvider[]> =>
  (await get<ProvidersResponse>('/api/auth/providers', { area: 'none', signal })).providers

/** Exchanges the one-time token of a social sign-in for a session: the response has the user with a session token. */
export const exchangeOneTimeToken = (oneTimeToken: string): Promise<MeResponse> =>
  get<MeResponse>('/api/auth/me', { token: oneTimeToken })
