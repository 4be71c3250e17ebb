// Decides who may log in, and which sessions of a user end.

import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { maxRevokedTokens, unexpiredTokens } from '@thirty/contracts/accounts/sessions.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { isAccount, type Account, type User } from '../evolve.ts'

/**
 * Returns the account of a user who proved their identity. Throws `wrong-credentials`, the same for an unknown user and a
 * wrong password, and `account-inactive` only after a valid proof.
 */
export function authenticate(user: User, isProven: boolean): Account {
  if (!isProven || !isAccount(user)) refuse('wrong-credentials', say('wrongCredentials'))
  if (user.status === 'inactive') refuse('account-inactive', say('accountInactive'))
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
  return [{ type: 'SessionEnded', data: { token, expiresAt: new Date(expiresAt).toISOString() } }]
}

/** The event that ends all sessions of an account. */
export const allSessionsRevoked = ({ sessionVersion }: Account): UserEvent => ({
  type: 'SessionsRevoked',
  data: { sessionVersion: sessionVersion + 1 },
})

/** Throws `not-signed-in`, for every command of a caller: the account was deleted after the request was authenticated. */
export function refuseMissingAccount(): never {
  refuse('not-signed-in', say('authenticationFailed'))
}
