// Endpoints for signed links in emails: a link that confirms an address, and a link that switches off reminders. Links that set a password
// are in `password-reset-api.ts`.

import { z } from 'zod'
import { tokenUpTo } from './api.ts'
import { queryResponse, saidOnWire } from '../endpoints/responses.ts'
import { get, post } from '../endpoints/endpoint-definition.ts'

/** `token` comes from the link in an email. */
const linkToken = tokenUpTo(1_000)

/** The token is in the address, because mail programs request that address as it is (RFC 8058). */
const unsubscribing = {
  limit: 'unsubscribe',
  query: z.object({ token: linkToken }),
} as const

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
