// Endpoints for a forgotten password: an email with a link, and the new password.

import { z } from 'zod'
import { email, password, tokenUpTo } from './api.ts'
import { commandResponse, queryResponse, saidOnWire } from '../endpoints/responses.ts'
import { post } from '../endpoints/endpoint-definition.ts'

export const forgotPasswordRequest = z.strictObject({ email })

/** The same for every address, so it does not reveal which accounts exist. That is why it has no position. */
export const forgotPasswordResponse = queryResponse.extend(saidOnWire.shape)

/** `token` comes from the link in the email. */
export const resetPasswordRequest = z.strictObject({ token: tokenUpTo(200), password })

/** `isAdmin`: whether the account logs in at the admin login. */
export const resetPasswordResponse = commandResponse.extend({ isAdmin: z.boolean() })

export const passwordResetEndpoints = {
  forgotPassword: post('/api/auth/forgot-password', 'everyone', {
    summary: 'Request an email with a link for setting a new password',
    limit: 'forgot-password-from',
    body: forgotPasswordRequest,
    response: forgotPasswordResponse,
  }),
  resetPassword: post('/api/auth/reset-password', 'everyone', {
    summary: 'Set a new password with the token of that link; all sessions end',
    limit: 'reset-password',
    body: resetPasswordRequest,
    response: resetPasswordResponse,
    errors: ['reset-link-over', 'busy'],
  }),
}
