// Endpoints for a forgotten password: an email with a link, and the new password.

import { z } from 'zod'
import { email, password, tokenUpTo } from './api.ts'
import { commandResponse, queryResponse, saidOnWire } from '../endpoints/responses.ts'
import { post } from '../endpoints/endpoint-definition.ts'

export const forgotPasswordRequest = z.strictObject({ email })

/** `token` comes from the link in the email. */
export const resetPasswordRequest = z.strictObject({ token: tokenUpTo(200), password })

export const passwordResetEndpoints = {
  forgotPassword: post('/api/auth/forgot-password', 'everyone', {
    summary: 'Request an email with a link for setting a new password',
    limit: 'forgot-password-from',
    body: forgotPasswordRequest,
    /** The same for every address, so it does not reveal which accounts exist. That is why it has no position. */
    response: queryResponse.extend(saidOnWire.shape),
  }),
  resetPassword: post('/api/auth/reset-password', 'everyone', {
    summary: 'Set a new password with the token of that link; all sessions end',
    limit: 'reset-password',
    body: resetPasswordRequest,
    /** `isAdmin`: whether the account logs in at the admin login. */
    response: commandResponse.extend({ isAdmin: z.boolean() }),
    errors: ['reset-link-over'],
  }),
}
