import type {
  LogInRequest,
  MeResponse,
  SignedInResponse,
  SignUpRequest,
} from '@thirty/contracts/accounts/api.ts'
import type {
  ForgotPasswordResponse,
  ForgotPasswordRequest,
  ResetPasswordRequest,
  ResetPasswordResponse,
} from '@thirty/contracts/accounts/password-reset-api.ts'
import type { ConfirmEmailRequest } from '@thirty/contracts/accounts/email-confirmation-api.ts'
import type { LogInResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { request } from '../../shared/http/http.ts'

export const logIn = (body: LogInRequest): Promise<LogInResponse> =>
  request('POST', '/api/auth/login', { body, area: 'none' })

export const signUp = (body: SignUpRequest): Promise<SignedInResponse> =>
  request('POST', '/api/auth/signup', { body, area: 'none' })

export const forgotPassword = (body: ForgotPasswordRequest): Promise<ForgotPasswordResponse> =>
  request('POST', '/api/auth/forgot-password', { body, area: 'none' })

export const resetPassword = (body: ResetPasswordRequest): Promise<ResetPasswordResponse> =>
  request('POST', '/api/auth/reset-password', { body, area: 'none' })

export const confirmEmail = (body: ConfirmEmailRequest): Promise<unknown> =>
  request('POST', '/api/auth/confirm-email', { body, area: 'none' })

export const unsubscribe = (token: string): Promise<unknown> =>
  request('POST', '/api/reminders/unsubscribe', { query: { token }, area: 'none' })

/** Exchanges the one-time token of a social sign-in for the user and a session token. */
export const exchangeOneTimeToken = (token: string): Promise<MeResponse> =>
  request('GET', '/api/auth/me', { token })
