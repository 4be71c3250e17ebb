// Handlers that confirm an email address, and send the email with the link again. `confirmationLinks` makes the links and their emails;
// with it `sign-up/` sends the first one.

import { createHmac } from 'node:crypto'
import { emailConfirmationEndpoints } from '@thirty/contracts/accounts/email-confirmation-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { canonicalEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { linkTokens } from '@thirty/infra/http/authentication/link-tokens.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext, withoutDigest } from '../../idempotency.ts'
import { writeMail, tokenLink } from '../../mail-template.ts'
import type { Parts, With } from '../../parts.ts'
import { refuseMissingAccount } from '../sessions/decide.ts'
import type { LoadedAccount } from '../evolve.ts'
import { loadAccount, users } from '../load-account.ts'
import { confirmEmail, refuseConfirmationLink } from './decide.ts'

export function emailConfirmationHandlers(parts: Parts): Endpoint[] {
  const { commands, waitForProjections, languageOf } = parts
  const confirmations = confirmationLinks(parts)
  return [
    endpoint(emailConfirmationEndpoints.confirmEmail)(async (request) => {
      const link = confirmations.verify(request.body.token) ?? refuseConfirmationLink()
      // Without a digest of the body, which contains the token.
      const context = withoutDigest(commandContext(request, link.user, 'confirm-email'))
      // A deletion that is recorded counts, even if the data of the account is not erased yet.
      if ((await loadAccount(commands, link.user)) === undefined) refuseConfirmationLink()
      const { position } = await users.change(commands, link.user, context, (user) =>
        confirmEmail(user, link.isSentTo),
      )
      return {
        success: true,
        message: 'Your email address is confirmed',
        ...(await waitForProjections(position)),
      }
    }),
    endpoint(emailConfirmationEndpoints.sendConfirmation)(async ({ caller: { id }, request }) => {
      const account = (await loadAccount(commands, id)) ?? refuseMissingAccount()
      if (account.emailConfirmed) return { success: true, sent: false, ...onWire(say('confirmedAlready')) }
      if (!confirmations.send({ id, account }, languageOf(request))) refuse('busy', say('emailNotSentLater'))
      return { success: true, sent: true, ...onWire(say('confirmationSent')) }
    }),
  ]
}

/** 72 bits of the keyed digest of an address tell it from every other that somebody may try, and keep the link short. */
const digestBytes = 9

/** Hours during which a confirmation link works. */
const linkHours = 24

/**
 * Links that confirm email addresses. Their tokens are signed, and nothing is stored until one is used: a link that was
 * never used leaves no trace of the person. A token names the address by a keyed digest, so that an account whose address
 * changed cannot use it.
 */
export function confirmationLinks(parts: With<'secret' | 'clock' | 'mail' | 'publicUrl'>) {
  const { secret, clock, mail, publicUrl } = parts
  const options = { secret, clock, issuer: publicUrl.origin }
  const lifetime = linkHours * 60 * 60
  const tokens = linkTokens(options, { type: 'confirm-email', lifetime, extraBytes: digestBytes })
  const digest = (email: string): Buffer =>
    createHmac('sha256', secret)
      .update(`confirm-email ${canonicalEmail(email)}`)
      .digest()
      .subarray(0, digestBytes)
  return {
    /**
     * Sends an email with a new link to the address of an account. `reader` is the language of the page whose reader wants it. Returns whether
     * the email was queued.
     */
    send: ({ id, account }: Pick<LoadedAccount, 'id' | 'account'>, reader: AccountLanguage): boolean => {
      const link = tokenLink(publicUrl, '/confirm-email', tokens.issue(id, digest(account.email)))
      return mail.send(
        writeMail(account, reader, ({ text }) => ({
          kind: 'confirm-email',
          subject: text('confirmEmailSubject'),
          expiresAt: clock() + linkHours * 3_600_000,
          parts: [
            text('confirmEmail'),
            { link, label: text('confirmEmailLink') },
            text('confirmEmailExpires', { hours: linkHours }),
            text('confirmEmailIgnore'),
          ],
        })),
      )
    },
    /** Returns the user of a token, and whether it was sent to an address; `undefined` for one that is not ours or has expired. */
    verify: (token: string) => {
      const content = tokens.verify(token)
      const isSentTo = (email: string): boolean =>
        content !== undefined && digest(email).equals(content.extra)
      return content && { user: content.user, isSentTo }
    },
  }
}
