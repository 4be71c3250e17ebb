// Handlers for a forgotten password: send an email with a reset link, and set a new password with the link. Participants whom an admin
// imported set their first password in the same way (`participant-import/invitation-mails.ts`).

import { randomBytes, randomUUID } from 'node:crypto'
import { passwordResetEndpoints } from '@thirty/contracts/accounts/password-reset-api.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { canonicalEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import {
  parseIdempotencyKey,
  newContext,
  causedOneOf,
  deriveId,
  stepContext,
  type CommandContext,
} from '../../idempotency.ts'
import type { Parts, With } from '../../parts.ts'
import { forgetAttempts, countOutsideAttempt } from '../attempts/count-attempts.ts'
import { sendPasswordChanged } from '../security-mails.ts'
import { derivedToken } from '../../derived-token.ts'
import {
  resetLinkMinutes,
  createResetLink,
  redeemResetLink,
  refuseResetLink,
  type ResetLink,
  resetLinks,
} from './reset-link.ts'
import { tokenLink, writeMail } from '../../mail-template.ts'
import { findAccountByName } from '../names/reserve-names.ts'
import { loadAccount } from '../account.ts'
import {
  passwordHash,
  credentialStreams,
  type Credentials,
  setNewPassword,
  type PasswordChangeResult,
  type SetPasswordParts,
} from '../password/credentials.ts'
import { refuseCommonPassword } from '../password/common-password.ts'

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
      parts.runInBackground(() => sendResetLink(parts, link))
      return { success: true, ...onWire(say('resetLinkSent')) }
    }),
    endpoint(passwordResetEndpoints.resetPassword)(async ({ request, body, correlation }) => {
      const { id, account, position, isNew } = await resetPassword(parts, { request, body, correlation })
      await forgetAttempts(parts.limits, id, request)
      await parts.limits.networks.remember(id, request)
      if (isNew) sendPasswordChanged(parts, account, parts.languageOf(request))
      return {
        success: true,
        message: 'Your password was changed. Please log in with it.',
        isAdmin: account.isAdmin,
        ...(await parts.waitForProjections(position)),
      }
    }),
  ]
}

/**
 * Sends an email with a reset link for this token to the owner of an address. Does nothing if the address has no active
 * account. Must run after the response: its duration would reveal whether there is an account. Links that were sent before
 * stay valid, as they went to the same address. `reader` is the language of the page where the link was requested.
 */
async function sendResetLink(
  { commands, clock, names, mail, publicUrl }: Parts,
  link: { email: string; token: string; correlation: string; reader: AccountLanguage },
): Promise<void> {
  const { email, token, correlation, reader } = link
  const owner = await findAccountByName({ commands }, names.email(email))
  if (owner === undefined || owner.account.status === 'inactive') return
  // Without an actor: anyone may ask for a link, and nothing says that it was the owner.
  const context = newContext({ correlation })
  const until = clock() + resetLinkMinutes * 60_000
  const { events } = await resetLinks.change(commands, token, context, (link) =>
    createResetLink(link, { user: owner.id, until }),
  )
  if (events.length === 0) return
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

type ResetRequest = Pick<
  EndpointRequest<typeof passwordResetEndpoints.resetPassword>,
  'request' | 'body' | 'correlation'
>

/**
 * Sets the password of the user to whom the token was sent, and ends all their sessions. The token is used up first, so that it never sets
 * two passwords. If the process ends in between, the user needs the same idempotency key or another email. A reset that is repeated with
 * its key returns its result again, and counts as a failed login if it has another password. Throws `invalid-fields`, `reset-link-over`,
 * `not-found`, `key-reused`, `conflict` and `busy`.
 */
export async function resetPassword(
  deps: SetPasswordParts & With<'clock' | 'limits'>,
  { request, body: { token, password }, correlation }: ResetRequest,
): Promise<PasswordChangeResult> {
  const { commands, clock, passwords, limits } = deps
  const key = parseIdempotencyKey(request.headers['idempotency-key'])
  refuseCommonPassword(password)
  const { state: link, events: linkEvents } = await resetLinks.load(commands, token)
  if (link.status === 'none') refuseResetLink()
  const { user } = link
  const credentials = await loadActiveCredentials(commands, user)
  // Without a digest of the body: nothing that is stored may depend on the password.
  const id = key === undefined ? randomUUID() : deriveId('reset-password', resetLinks.nameOf(token), key)
  const context: CommandContext = { actor: user, correlation, command: { id } }
  // The link was sent to the address of the account.
  const change = { user, password, context, provesEmail: true }
  if (causedOneOf(stepContext(context, 'password'), credentials.events))
    return countOutsideAttempt(
      limits,
      'sign-in',
      { user, request },
      () => setNewPassword(deps, change),
      'key-reused',
    )

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

/** Returns the credentials of a user who may set a new password. Throws `reset-link-over` for any other user. */
async function loadActiveCredentials(commands: Parts['commands'], user: string) {
  const [account, credentials] = await Promise.all([
    loadAccount(commands, user),
    credentialStreams.load(commands, user),
  ])
  return account !== undefined && account.status !== 'inactive' ? credentials : refuseResetLink()
}
