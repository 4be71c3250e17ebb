// Endpoints for links in emails: a link that confirms an address, one that switches off reminders, and one that sets a forgotten password.

import { z } from 'zod'
import { tokenUpTo, email, password } from './api.ts'
import { queryResponse, saidOnWire, commandResponse } from '../endpoints/responses.ts'
import { get, post } from '../endpoints/endpoint-definition.ts'

/** `token` comes from the link in an email. */
const linkToken = tokenUpTo(1_000)

/** The token is in the address, because mail programs request that address as it is (RFC 8058). */
const unsubscribing = { limit: 'unsubscribe', query: z.object({ token: linkToken }) } as const

export const emailConfirmationEndpoints = {
  confirmEmail: post('/api/auth/confirm-email', 'everyone', {
    summary: 'Confirm an email address with the token of the link that was sent to it',
    limit: 'confirm-email',
    body: z.strictObject({ token: linkToken }),
    errors: ['link-over'],
  }),
  sendConfirmation: post('/api/auth/send-confirmation', 'signed-in', {
    summary: 'Send the email with the link that confirms my email address again',
    limit: 'send-confirmation',
    /** `sent` is false if the address is confirmed already. */
    response: queryResponse.extend({ ...saidOnWire.shape, sent: z.boolean() }),
  }),
}

export const unsubscribeEndpoints = {
  page: get('/api/reminders/unsubscribe', 'everyone', {
    ...unsubscribing,
    summary:
      'The address in List-Unsubscribe, opened in a browser: redirects to the page that asks, and changes nothing',
    status: 302,
  }),
  unsubscribe: post('/api/reminders/unsubscribe', 'everyone', {
    ...unsubscribing,
    summary: 'Switch off the email reminders of the recipient of an email; one-click as in RFC 8058',
    errors: ['link-over'],
  }),
}

export const forgotPasswordRequest = z.strictObject({ email })

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
    /** `token` comes from the link in the email. */
    body: z.strictObject({ token: tokenUpTo(200), password }),
    /** `isAdmin`: whether the account logs in at the admin login. */
    response: commandResponse.extend({ isAdmin: z.boolean() }),
    errors: ['reset-link-over'],
  }),
}
