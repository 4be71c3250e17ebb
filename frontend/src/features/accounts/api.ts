// The requests of sign-up, login and the links in emails.

import type { LogInRequest, SignUpRequest } from '@thirty/contracts/accounts/api.ts'
import type {
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '@thirty/contracts/accounts/password-reset-api.ts'
import type { ConfirmEmailRequest } from '@thirty/contracts/accounts/email-confirmation-api.ts'
import { request } from '../../shared/http/http.ts'

export const logIn = (body: LogInRequest) => request('POST', '/api/auth/login', { body, area: 'none' })

export const signUp = (body: SignUpRequest) => request('POST', '/api/auth/signup', { body, area: 'none' })

export const forgotPassword = (body: ForgotPasswordRequest) =>
  request('POST', '/api/auth/forgot-password', { body, area: 'none' })

export const resetPassword = (body: ResetPasswordRequest) =>
  request('POST', '/api/auth/reset-password', { body, area: 'none' })

export const confirmEmail = (body: ConfirmEmailRequest) =>
  request('POST', '/api/auth/confirm-email', { body, area: 'none' })

export const unsubscribe = (token: string) =>
  request('POST', '/api/reminders/unsubscribe', { query: { token }, area: 'none' })

/** Exchanges the one-time token of a social sign-in for the user and a session token. */
export const exchangeOneTimeToken = (token: string) => request('GET', '/api/auth/me', { token })
