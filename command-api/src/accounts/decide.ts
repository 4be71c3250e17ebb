// Decides about an account as a whole: who may log in and which sessions end, its status, the proof of its email address, and its sign-in
// providers. The other folders decide about their own things: `profile/`, `admins/` and `two-factor/` in a `decide.ts`, others in
// `password/credentials.ts`, `password/reset-password.ts` and `names/reservation.ts`.

import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { maxRevokedTokens, unexpiredTokens } from '@thirty/contracts/accounts/sessions.ts'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { isAccount, type Account, type RegisterUser, type User } from './account.ts'

/**
 * Returns the account of a user who proved their identity. Throws `wrong-credentials`, the same for an unknown user and a
 * wrong password, and `account-inactive` only after a valid proof.
 */
export function authenticate(user: User, isProven: boolean): Account {
  if (!isProven || !isAccount(user)) refuse('wrong-credentials', 'wrongCredentials')
  if (user.status === 'inactive') refuse('account-inactive', 'accountInactive')
  return user
}

/** Ends all sessions of a user. */
export function revokeSessions(user: User): UserEvent[] {
  return isAccount(user) ? [allSessionsRevoked(user)] : []
}

/** How long after all sessions ended an empty list is believed: a login may be missing from it, because the store was away. */
const surelySeenMs = 24 * 60 * 60_000

/**
 * Ends the other sessions of an account. Changes nothing if all were ended within the last day and `others`, the number of other
 * sessions that were seen since, is 0: each is an event that every later login reads. `seenSince`: every session
 * used after this time is still in the list of seen sessions; all times in milliseconds since 1970.
 */
export function revokeOtherSessions(
  user: User,
  { others, seenSince, now }: { others: number; seenSince: number; now: number },
): UserEvent[] {
  if (!isAccount(user)) return []
  const { revokedAt = -Infinity } = user
  const isSure = seenSince <= revokedAt && now - revokedAt < surelySeenMs
  return others === 0 && isSure ? [] : revokeSessions(user)
}

/** Ends all sessions with a version below `version`. */
export function revokeSessionsBelow(user: User, version: number): UserEvent[] {
  if (!isAccount(user) || user.sessionVersion >= version) return []
  return [{ type: 'SessionsRevoked', data: { sessionVersion: version } }]
}

/**
 * Ends the session of one token. Ends all sessions if more tokens are revoked than can be remembered. `now` and
 * `expiresAt` in milliseconds since 1970.
 */
export function endSession(
  user: User,
  { token, expiresAt, now }: { token: string; expiresAt: number; now: number },
): UserEvent[] {
  if (!isAccount(user) || user.endedTokens.some(({ id }) => id === token)) return []
  if (unexpiredTokens(user.endedTokens, now).length >= maxRevokedTokens) return [allSessionsRevoked(user)]
  return [{ type: 'SessionEnded', data: { token, expiresAt: isoTime(expiresAt) } }]
}

/** The event that ends all sessions of an account. */
export const allSessionsRevoked = ({ sessionVersion }: Account): UserEvent => ({
  type: 'SessionsRevoked',
  data: { sessionVersion: sessionVersion + 1 },
})

/** Throws `not-signed-in`, for every command of a caller: the account was deleted after the request was authenticated. */
export function refuseMissingAccount(): never {
  refuse('not-signed-in', 'authenticationFailed')
}

export type SetStatus = { user: string; status: Account['status']; by: string }

/** Changes the status of an account and ends its sessions if it becomes inactive. Admins cannot deactivate themselves. */
export function setStatus(account: User, { user, status, by }: SetStatus): UserEvent[] {
  if (!isAccount(account)) refuse('user-not-found', 'userNotFound')
  if (user === by && status !== 'active') refuse('own-account', 'ownAccount')
  if (account.status === status) return []
  const changed: UserEvent = { type: 'UserStatusChanged', data: { status } }
  return status === 'inactive' ? [changed, allSessionsRevoked(account)] : [changed]
}

/**
 * Confirms the email address of a user with a link. `isSentTo` returns whether the link was sent to an address. Throws
 * `link-over` if the address is confirmed already, and so the link used up, if the account has another address now, and for a missing or
 * inactive account.
 */
export function confirmEmail(user: User, isSentTo: (email: string) => boolean): UserEvent[] {
  if (!isAccount(user) || user.status === 'inactive' || !isSentTo(user.email)) refuseConfirmationLink()
  const confirmed = confirmProvenEmail(user)
  return confirmed.length > 0 ? confirmed : refuseConfirmationLink()
}

/** Confirms the email address of a user who proved in another way that it is theirs. */
export function confirmProvenEmail(user: User): UserEvent[] {
  if (!isAccount(user) || user.emailConfirmed) return []
  return [{ type: 'EmailConfirmed', data: { email: user.email } }]
}

/** Throws `link-over`, with the same message for every reason. */
export function refuseConfirmationLink(): never {
  refuse('link-over', 'linkUsed')
}

/** A user's identity at a provider. `subject` is the provider's permanent id of the user. */
export type Identity = { provider: SignInProvider; subject: string }

/** Creates an account with a linked identity. Does nothing if a concurrent sign-in of the same person created it. */
export function registerWithProvider(user: User, identity: Identity, account: RegisterUser): UserEvent[] {
  if (user.status === 'abandoned') refuse('conflict', 'signUpTookTooLong')
  return isAccount(user) ? [] : [{ type: 'UserRegistered', data: account }, linked(identity)]
}

/**
 * Links a provider's identity to the account with the same email address. If the address was not verified before,
 * another person may have created the account: its sessions are ended; its password was removed before.
 */
export function linkProvider(user: User, identity: Identity): UserEvent[] {
  if (!isAccount(user)) refuse('conflict', 'signUpUnderWay')
  if (user.status === 'inactive') refuse('account-inactive', 'accountInactive')
  if (user.isAdmin) refuse('admin-account', 'adminAccount')
  const linkedSubject = user.providers[identity.provider]
  if (linkedSubject === identity.subject) return []
  if (linkedSubject !== undefined) refuse('other-identity', 'otherIdentity')
  if (hasLinkedProvider(user)) return [linked(identity)]
  return [linked(identity), allSessionsRevoked(user)]
}

/**
 * Returns whether a sign-in provider is linked, and has therefore verified the email address of the account. A used
 * confirmation link is not sufficient: its owner may have opened it in an account whose password another person set.
 */
export const hasLinkedProvider = (account: Account): boolean => Object.keys(account.providers).length > 0

const linked = (identity: Identity): UserEvent => ({ type: 'SignInProviderLinked', data: identity })
