// Links with which a user sets a password, and their handlers: "Forgot password" sends one to an address, and its owner sets a new password
// with it. Participants whom an admin imported set their first password in the same way (`participant-import/invitation-mails.ts`).
//
// "Forgot password" is answered before anything is looked up, so neither text nor timing shows whether an account
// exists. The log has the hash of a token. A newer link leaves older links valid; a new password ends all links that
// were requested before, no matter how it was set. A link is used up before the password is set, so only one of two
// requests sets a password. If the process ends in between, a retry with the same idempotency key finishes the change.

import { randomBytes, randomUUID, hash } from 'node:crypto'
import { passwordResetEndpoints } from '@thirty/contracts/accounts/email-links-api.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { canonicalEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { passwordResetEvents, type PasswordResetEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import {
  parseIdempotencyKey,
  newContext,
  causedOneOf,
  deriveId,
  stepContext,
  type CommandContext,
} from '../../idempotency.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { derivedToken } from '../../derived-token.ts'
import { sendMail, tokenLink, type MailContent, type MailTexts } from '../../mail-template.ts'
import { streamKind } from '../../fold.ts'
import { forgetAttempts, countOutsideAttempt } from '../attempts/count-attempts.ts'
import { sendPasswordChanged } from '../security-mails.ts'
import { findAccountByName } from '../names/reserve-names.ts'
import { loadAccount, type Account } from '../account.ts'
import {
  passwordHash,
  credentialStreams,
  type Credentials,
  setNewPassword,
  type PasswordChangeResult,
  refuseCommonPassword,
} from './credentials.ts'

export function passwordResetHandlers(parts: Parts): Endpoint[] {
  const secret = randomBytes(32)
  /** A request that is repeated with its idempotency key gets the same token, and so one email, until the process ends. */
  const createToken = (email: string, key: string | undefined): string =>
    key === undefined ? randomBytes(32).toString('base64url') : derivedToken(secret, email, key)
  return [
    endpoint(passwordResetEndpoints.forgotPassword)(async ({ request, body, correlation }) => {
      const email = canonicalEmail(body.email)
      // Counts by the submitted address, known or not, so that the limit does not reveal which accounts exist.
      await parts.limits.consume('forgot-password', parts.names.digest(email))
      const token = createToken(email, parseIdempotencyKey(request.headers['idempotency-key']))
      const link = { email, token, correlation, reader: parts.languageOf(request) }
      parts.runInBackground(() => sendRequestedLink(parts, link))
      return onWire(say('resetLinkSent'))
    }),
    endpoint(passwordResetEndpoints.resetPassword)(async ({ request, body, correlation }) => {
      const { id, account, position, isNew } = await resetPassword(parts, { request, body, correlation })
      await forgetAttempts(parts.limits, id, request)
      await parts.limits.networks.remember(id, request)
      if (isNew) sendPasswordChanged(parts, account, parts.languageOf(request))
      return {
        message: 'Your password was changed. Please log in with it.',
        isAdmin: account.isAdmin,
        ...(await parts.waitForProjections(position)),
      }
    }),
  ]
}

/** The request that leads to a link. `reader` is the language of its page. */
type LinkRequest = { correlation: string; reader: AccountLanguage }

/** Minutes during which the link of "Forgot password" works. */
const resetLinkMinutes = 30

/**
 * Sends an email with a reset link for this token to the owner of an address. Does nothing if the address has no active
 * account. Must run after the response: its duration would reveal whether there is an account. Links that were sent before
 * stay valid, as they went to the same address. `reader` is the language of the page where the link was requested.
 */
async function sendRequestedLink(
  parts: Parts,
  { email, token, ...by }: LinkRequest & { email: string; token: string },
): Promise<void> {
  const owner = await findAccountByName(parts, parts.names.email(email))
  if (owner === undefined || owner.account.status === 'inactive') return
  const until = parts.clock() + resetLinkMinutes * 60_000
  // Without an actor: anyone may ask for a link, and nothing says that it was the owner.
  await sendResetLink(parts, owner, { token, until, ...by }, ({ text }, link) => ({
    kind: 'password-reset',
    subject: text('setPassword'),
    parts: [
      text('passwordResetRequested'),
      { link, label: text('setPassword') },
      text('passwordResetExpires', { minutes: resetLinkMinutes }),
      text('passwordResetIgnore'),
    ],
  }))
}

/**
 * Creates a link with which the owner of an account sets a password until a time, in milliseconds since 1970, and emails it. Does nothing
 * if there is a link of this token. `reader` is the language of a page.
 */
export async function sendResetLink(
  parts: Parts,
  { id: user, account }: { id: string; account: Account },
  {
    token,
    until,
    actor,
    correlation,
    reader,
  }: LinkRequest & { token: string; until: number; actor?: string },
  write: (texts: MailTexts, link: URL) => MailContent,
): Promise<void> {
  const context = newContext({ ...(actor !== undefined && { actor }), correlation })
  const { events } = await resetLinks.change(parts.commands, token, context, (link) =>
    createResetLink(link, { user, until }),
  )
  if (events.length === 0) return
  const link = tokenLink(parts.publicUrl, '/reset-password', token)
  sendMail(parts, account, reader, (texts) => ({ ...write(texts, link), expiresAt: until }))
}

/**
 * Sets the password of the user to whom the token was sent, and ends all their sessions. The token is used up first, so that it never sets
 * two passwords. If the process ends in between, the user needs the same idempotency key or another email. A reset that is repeated with
 * its key returns its result again, and counts as a failed login if it has another password. Throws `invalid-fields`, `reset-link-over`,
 * `not-found`, `key-reused`, `conflict` and `busy`.
 */
export async function resetPassword(
  deps: AccountParts,
  {
    request,
    body: { token, password },
    correlation,
  }: Pick<EndpointRequest<typeof passwordResetEndpoints.resetPassword>, 'request' | 'body' | 'correlation'>,
): Promise<PasswordChangeResult> {
  const { commands, clock, passwords, limits } = deps
  const key = parseIdempotencyKey(request.headers['idempotency-key'])
  refuseCommonPassword(password)
  const { state: link, events: linkEvents } = await resetLinks.load(commands, token)
  if (link.status === 'none') refuseResetLink()
  const { user } = link
  const [account, credentials] = await Promise.all([
    loadAccount(commands, user),
    credentialStreams.load(commands, user),
  ])
  if (account === undefined || account.status === 'inactive') refuseResetLink()
  // Without a digest of the body: nothing that is stored may depend on the password.
  const id = key === undefined ? randomUUID() : deriveId('reset-password', resetLinks.nameOf(token), key)
  const context: CommandContext = { actor: user, correlation, command: { id } }
  // The link was sent to the address of the account.
  const change = { user, password, context, provesEmail: true }
  const repeat = () => setNewPassword(deps, change)
  if (causedOneOf(stepContext(context, 'password'), credentials.events))
    return countOutsideAttempt(limits, 'sign-in', { user, request }, repeat, 'key-reused')

  const redeem = (state: ResetLink) =>
    redeemResetLink(state, { now: clock(), passwordSet: credentials.position })
  // An interrupted reset may continue, unless there is a newer password by now.
  const isInterrupted = causedOneOf(context, linkEvents) && credentials.position <= link.requestedPosition
  if (!isInterrupted) redeem(link)
  // Before the link is used up: a busy server must not cost the user the link.
  const hash = await passwords.hash(password)
  await resetLinks.change(commands, token, context, redeem)
  // Of two links that are followed concurrently only one sets the password: for the other, the hash has changed.
  const requireUnchanged = (current: Credentials) => {
    if (passwordHash(current) !== passwordHash(credentials.state)) refuseResetLink()
  }
  return setNewPassword(deps, { ...change, hash, requireUnchanged })
}

/** A link that sets a new password. `expiresAt` in milliseconds since 1970; `requestedPosition` is a log position. */
export type ResetLink =
  | { status: 'none' }
  | { status: 'open' | 'used'; user: string; expiresAt: number; requestedPosition: bigint }

/** Streams of reset links, by their tokens, which their names do not reveal. */
export const resetLinks = streamKind<ResetLink, PasswordResetEvent>(
  (token) => `password-reset-${hash('sha256', token)}`,
  {
    events: passwordResetEvents,
    initial: { status: 'none' },
    evolve: (link, { type, data, position }) => {
      switch (type) {
        case 'PasswordResetRequested': {
          const { user, expiresAt } = data
          return { status: 'open', user, expiresAt: Date.parse(expiresAt), requestedPosition: position }
        }
        case 'PasswordResetUsed':
          return link.status === 'none' ? link : { ...link, status: 'used' }
      }
    },
  },
)

/** Creates a link with which a user sets a password until a time, in milliseconds since 1970. Repeated with a token, it changes nothing. */
export const createResetLink = (
  link: ResetLink,
  { user, until }: { user: string; until: number },
): PasswordResetEvent[] =>
  link.status === 'none'
    ? [{ type: 'PasswordResetRequested', data: { user, expiresAt: isoTime(until) } }]
    : []

/**
 * Uses a link. Throws `reset-link-over` for a link that was used, expired or never existed. `passwordSet`: log position of
 * the user's password. A link that was requested before the password was set is invalid: an old email must not undo a
 * newer password.
 */
export function redeemResetLink(
  link: ResetLink,
  { now, passwordSet }: { now: number; passwordSet: bigint },
): PasswordResetEvent[] {
  const isValid = link.status === 'open' && now < link.expiresAt && passwordSet < link.requestedPosition
  return isValid ? [{ type: 'PasswordResetUsed', data: {} }] : refuseResetLink()
}

/** Throws `reset-link-over`, with the same message for every reason. */
function refuseResetLink(): never {
  refuse('reset-link-over', 'resetLinkOver')
}
