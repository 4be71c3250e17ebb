// Handlers for a forgotten password: send an email with a reset link, and set a new password with the link.

import { randomBytes } from 'node:crypto'
import { passwordResetEndpoints } from '@thirty/contracts/accounts/password-reset-api.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { canonicalEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { parseIdempotencyKey, newContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { forgetAttempts } from '../attempts/count-attempts.ts'
import { sendPasswordChanged } from '../password/password-mails.ts'
import { derivedToken } from '../../derived-token.ts'
import { resetLinkMinutes, createResetLink } from './reset-link.ts'
import { resetPassword, type ResetPasswordParts } from './reset-password.ts'
import { tokenLink, writeMail } from '../../mail-template.ts'
import { findAccountByName } from '../names/name-holders.ts'

export type PasswordResetParts = ResetPasswordParts &
  With<'names' | 'mail' | 'publicUrl' | 'waitForProjections' | 'languageOf' | 'runInBackground'>

export function passwordResetHandlers(deps: PasswordResetParts): Endpoint[] {
  const secret = randomBytes(32)
  /** A request that is repeated with its idempotency key gets the same token, and so one email, until the process ends. */
  const createToken = (email: string, key: string | undefined): string =>
    key === undefined ? randomBytes(32).toString('base64url') : derivedToken(secret, email, key)
  return [
    endpoint(passwordResetEndpoints.forgotPassword)(async ({ request, body, correlation }) => {
      const email = canonicalEmail(body.email)
      // Counts by the submitted address, known or not, so that the limit does not reveal which accounts exist.
      await deps.limits.consume('forgot-password', deps.names.digest(email))
      const token = createToken(email, parseIdempotencyKey(request.headers['idempotency-key']))
      const reader = deps.languageOf(request)
      deps.runInBackground(() => sendResetLink(deps, { email, token, correlation, reader }))
      return { success: true, ...onWire(say('resetLinkSent')) }
    }),
    endpoint(passwordResetEndpoints.resetPassword)(async ({ request, body, correlation }) => {
      const key = parseIdempotencyKey(request.headers['idempotency-key'])
      const reset = { ...body, correlation, request, key }
      const { id, account, position, isNew } = await resetPassword(deps, reset)
      await forgetAttempts(deps.limits, id, request)
      await deps.limits.networks.remember(id, request)
      if (isNew) sendPasswordChanged(deps, account, deps.languageOf(request))
      return {
        success: true,
        message: 'Your password was changed. Please log in with it.',
        isAdmin: account.isAdmin,
        ...(await deps.waitForProjections(position)),
      }
    }),
  ]
}

/** `reader` is the language of the page where the link was requested. */
type SendResetLink = { email: string; token: string; correlation: string; reader: AccountLanguage }

/**
 * Sends an email with a reset link for this token to the owner of an address. Does nothing if the address has no active
 * account. Must run after the response: its duration would reveal whether there is an account. Links that were sent before
 * stay valid, as they went to the same address.
 */
async function sendResetLink(
  { commands, clock, names, mail, publicUrl }: PasswordResetParts,
  { email, token, correlation, reader }: SendResetLink,
): Promise<void> {
  const owner = await findAccountByName({ commands }, names.email(email))
  if (owner === undefined || owner.account.status === 'inactive') return
  // Without an actor: anyone may ask for a link, and nothing says that it was the owner.
  const context = newContext({ correlation })
  const until = await createResetLink(commands, { token, user: owner.id, now: clock(), context })
  if (until === undefined) return
  mail.send(
    writeMail(owner.account, reader, ({ text }) => ({
      kind: 'password-reset',
      subject: text('setPassword'),
      expiresAt: until,
      parts: [
        text('passwordResetRequested'),
        { link: tokenLink(publicUrl, '/reset-password', token), label: text('setPassword') },
        text('passwordResetExpires', { minutes: resetLinkMinutes }),
        text('passwordResetIgnore'),
      ],
    })),
  )
}
