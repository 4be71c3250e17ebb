// Sets a password with the token of a link from an email.

import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { causedOneOf, deriveId, stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { loadAccount } from '../load-account.ts'
import { refuseCommonPassword } from '../password/common-password.ts'
import { passwordHash, type Credentials, credentialStreams } from '../password/credentials.ts'
import { countOutsideAttempt } from '../attempts/count-attempts.ts'
import {
  setNewPassword,
  type PasswordChangeResult,
  type SetPasswordParts,
} from '../password/set-new-password.ts'
import { redeemResetLink, refuseResetLink, type ResetLink, resetLinks } from './reset-link.ts'

export type ResetPasswordParts = SetPasswordParts & With<'clock' | 'limits'>

export type ResetPassword = {
  token: string
  password: string
  correlation: string
  /** A repeated reset with another password counts as a failed login from the network of this request. */
  request: Request
  /** Idempotency key. A repeated reset with the same key completes an interrupted one, or returns its result again. */
  key?: string | undefined
}

/**
 * Sets the password of the user to whom the token was sent, and ends all their sessions. The token is used up first, so
 * that it never sets two passwords. If the process ends in between, the user needs the same idempotency key or another
 * email. Throws `invalid-fields`, `reset-link-over`, `not-found`, `key-reused`, `conflict` and `busy`.
 */
export async function resetPassword(
  deps: ResetPasswordParts,
  { token, password, correlation, request, key }: ResetPassword,
): Promise<PasswordChangeResult> {
  const { commands, clock, passwords, limits } = deps
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
async function loadActiveCredentials(commands: ResetPasswordParts['commands'], user: string) {
  const [account, credentials] = await Promise.all([
    loadAccount(commands, user),
    credentialStreams.load(commands, user),
  ])
  return account !== undefined && account.status !== 'inactive' ? credentials : refuseResetLink()
}
