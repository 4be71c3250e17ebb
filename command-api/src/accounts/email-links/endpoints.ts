// Signed links in emails, and their handlers: a link that confirms an email address, which is sent here, too, and a link that switches off
// the reminders of its recipient. `password/reset-password.ts` has the links that the log knows.

import { createHmac } from 'node:crypto'
import {
  emailConfirmationEndpoints,
  unsubscribeEndpoints,
} from '@thirty/contracts/accounts/email-links-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { canonicalEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { linkTokens } from '@thirty/infra/http/authentication/link-tokens.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext, newContext, withoutDigest } from '../../idempotency.ts'
import { sendMail, tokenLink } from '../../mail-template.ts'
import type { Parts, With } from '../../parts.ts'
import { isAccount, loadAccount, users, type LoadedAccount } from '../account.ts'
import { confirmEmail, refuseConfirmationLink, refuseMissingAccount } from '../decide.ts'
import { changeProfile } from '../profile/decide.ts'

export function emailLinkHandlers(parts: Parts): Endpoint[] {
  const { commands, publicUrl, waitForProjections, languageOf } = parts
  return [
    endpoint(emailConfirmationEndpoints.confirmEmail)(async (request) => {
      const link = confirmationTokens(parts).verify(request.body.token) ?? refuseConfirmationLink()
      // Without a digest of the body, which contains the token.
      const context = withoutDigest(commandContext(request, link.user, 'confirm-email'))
      // A deletion that is recorded counts, even if the data of the account is not erased yet.
      if ((await loadAccount(commands, link.user)) === undefined) refuseConfirmationLink()
      const { position } = await users.change(commands, link.user, context, (user) =>
        confirmEmail(user, (email) => addressDigest(parts, email).equals(link.extra)),
      )
      return { message: 'Your email address is confirmed', ...(await waitForProjections(position)) }
    }),
    endpoint(emailConfirmationEndpoints.sendConfirmation)(async ({ caller: { id }, request }) => {
      const account = (await loadAccount(commands, id)) ?? refuseMissingAccount()
      if (account.emailConfirmed) return { sent: false, ...onWire(say('confirmedAlready')) }
      if (!sendConfirmation(parts, { id, account }, languageOf(request))) refuse('busy', 'emailNotSentLater')
      return { sent: true, ...onWire(say('confirmationSent')) }
    }),
    // Mail scanners open every address in an email, so opening one changes nothing.
    endpoint(unsubscribeEndpoints.page)(({ query, response }) => {
      response.redirect(302, unsubscribePage(publicUrl, query.token).href)
      return undefined
    }),
    endpoint(unsubscribeEndpoints.unsubscribe)(async ({ query, correlation }) => {
      const { user } = unsubscribeTokens(parts).verify(query.token) ?? refuse('link-over', 'linkOver')
      const context = newContext({ actor: user, correlation })
      // Does nothing for a user without an account.
      const { position } = await users.change(commands, user, context, (state) =>
        isAccount(state) ? changeProfile(state, { notifications: { email: false } }) : [],
      )
      return { message: 'You are unsubscribed', ...(await waitForProjections(position)) }
    }),
  ]
}

type LinkParts = With<'secret' | 'clock' | 'publicUrl'>

/** 72 bits of the keyed digest of an address tell it from every other that somebody may try, and keep the link short. */
const digestBytes = 9

/** Hours during which a confirmation link works. */
const linkHours = 24

/**
 * The tokens of links that confirm email addresses. They are signed, and nothing is stored until one is used: a link that was
 * never used leaves no trace of the person. A token names the address by a keyed digest, so that an account whose address
 * changed cannot use it.
 */
const confirmationTokens = (parts: LinkParts) =>
  tokensOf(parts, { type: 'confirm-email', lifetime: linkHours * 60 * 60, extraBytes: digestBytes })

const tokensOf = ({ secret, clock, publicUrl }: LinkParts, kind: Parameters<typeof linkTokens>[1]) =>
  linkTokens({ secret, clock, issuer: publicUrl.origin }, kind)

const addressDigest = ({ secret }: LinkParts, email: string): Buffer =>
  createHmac('sha256', secret)
    .update(`confirm-email ${canonicalEmail(email)}`)
    .digest()
    .subarray(0, digestBytes)

/**
 * Sends an email with a new link to the address of an account. `reader` is the language of the page whose reader wants it. Returns whether
 * the email was queued.
 */
export function sendConfirmation(
  parts: LinkParts & With<'mail'>,
  { id, account }: Pick<LoadedAccount, 'id' | 'account'>,
  reader: AccountLanguage,
): boolean {
  const token = confirmationTokens(parts).issue(id, addressDigest(parts, account.email))
  const link = tokenLink(parts.publicUrl, '/confirm-email', token)
  return sendMail(parts, account, reader, ({ text }) => ({
    kind: 'confirm-email',
    subject: text('confirmEmailSubject'),
    expiresAt: parts.clock() + linkHours * 3_600_000,
    parts: [
      text('confirmEmail'),
      { link, label: text('confirmEmailLink') },
      text('confirmEmailExpires', { hours: linkHours }),
      text('confirmEmailIgnore'),
    ],
  }))
}

/** Seconds during which a link to unsubscribe works: older emails are found in mailboxes, too. */
const unsubscribeLifetime = 365 * 24 * 60 * 60

/** The tokens of links that switch off the reminders of the recipient. They work without a login, and any number of times. */
const unsubscribeTokens = (parts: LinkParts) =>
  tokensOf(parts, { type: 'unsubscribe', lifetime: unsubscribeLifetime })

const unsubscribePage = (publicUrl: URL, token: string): URL => tokenLink(publicUrl, '/unsubscribe', token)

/**
 * Returns two links for the emails to a user: `oneClick` for the mail program, which sends a POST request to it, and `page` for the user,
 * which opens a page that asks first.
 */
export function unsubscribeLinks(parts: LinkParts, user: string): { oneClick: URL; page: URL } {
  const token = unsubscribeTokens(parts).issue(user)
  const oneClick = tokenLink(parts.publicUrl, unsubscribeEndpoints.unsubscribe.path, token)
  return { oneClick, page: unsubscribePage(parts.publicUrl, token) }
}
