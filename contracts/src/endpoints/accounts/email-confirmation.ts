import { get, post } from '../endpoint-definition.ts'
import {
  confirmEmailRequest,
  confirmEmailResponse,
  sendConfirmationResponse,
  unsubscribeQuery,
  unsubscribeResponse,
} from '../../api/accounts/email-confirmation.ts'

export const emailConfirmationEndpoints = {
  confirmEmail: post('/api/auth/confirm-email', {
    summary: 'Confirm an email address with the token of the link that was sent to it',
    access: 'everyone',
    limit: 'confirm-email',
    body: confirmEmailRequest,
    response: confirmEmailResponse,
    errors: ['link-over', 'conflict'],
  }),
  sendConfirmation: post('/api/auth/send-confirmation', {
    summary: 'Send the email with the link that confirms my email address again',
    access: 'signed-in',
    limit: 'send-confirmation',
    response: sendConfirmationResponse,
    errors: ['busy'],
  }),
}

export const unsubscribeEndpoints = {
  page: get('/api/reminders/unsubscribe', {
    summary:
      'The address in List-Unsubscribe, opened in a browser: redirects to the page that asks, and changes nothing',
    access: 'everyone',
    limit: 'unsubscribe',
    status: 302,
    query: unsubscribeQuery,
  }),
  unsubscribe: post('/api/reminders/unsubscribe', {
    summary: 'Switch off the email reminders of the recipient of an email; one-click as in RFC 8058',
    access: 'everyone',
    limit: 'unsubscribe',
    query: unsubscribeQuery,
    response: unsubscribeResponse,
    errors: ['link-over', 'conflict'],
  }),
}
