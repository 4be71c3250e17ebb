import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { maxRevokedTokens, unexpiredTokens } from '@thirty/contracts/rules/sessions.ts'
import { isAccount, type Account, type User } from './evolve.ts'

/** As `UserRegistered`. Names and password are reserved and set before: this event makes the account. */
export type RegisterUser = Extract<UserEvent, { type: 'UserRegistered' }>['data']

/** Makes an account. The same again, as after a lost answer, changes nothing. */
export function registerUser(user: User, command: RegisterUser): UserEvent[] {
  if (user.status === 'abandoned') {
    refuse('conflict', 'Signing up took too long. Please try again.')
  }
  if (isAccount(user)) {
    if (isSame(user, command)) return []
    refuse('key-reused', 'This idempotency key was already used for another request.')
  }
  return [{ type: 'UserRegistered', data: command }]
}

/**
 * Gives up what somebody began with a name and never brought to its end, so that it never can be: a sign-up, or the
 * change to a username. An account stays one, and keeps its own name. `isName` knows the name by how it is spelt.
 */
export function abandon(user: User, isName: (username: string) => boolean = () => false): UserEvent[] {
  if (user.status === 'none') return [{ type: 'UserStatusChanged', data: { status: 'inactive' } }]
  if (!isAccount(user) || user.usernameClaim === undefined || !isName(user.usernameClaim.username)) return []
  return [{ type: 'UsernameClaimDropped', data: { username: user.usernameClaim.username } }]
}

/** The account of a user who proved to be the one. Refuses everybody else alike, and then who is not active. */
export function authenticate(user: User, isProven: boolean): Account {
  if (!isProven || !isAccount(user)) refuse('wrong-credentials', 'Invalid email/username or password')
  if (user.status === 'inactive') refuse('account-inactive', 'This account is not active')
  return user
}

/** Ends all sessions. */
export function revokeSessions(user: User): UserEvent[] {
  return isAccount(user) ? [allSessionsRevoked(user)] : []
}

/** Ends all sessions of a version below this one. */
export function revokeSessionsBelow(user: User, version: number): UserEvent[] {
  if (!isAccount(user) || user.sessionVersion >= version) return []
  return [{ type: 'SessionsRevoked', data: { sessionVersion: version } }]
}

/** Ends the session of one token. `now` and `expiresAt` in milliseconds. */
export function endSession(
  user: User,
  { token, expiresAt, now }: { token: string; expiresAt: number; now: number },
): UserEvent[] {
  if (!isAccount(user) || user.endedTokens.some(({ id }) => id === token)) return []
  if (unexpiredTokens(user.endedTokens, now).length >= maxRevokedTokens) return [allSessionsRevoked(user)]
  return [{ type: 'SessionEnded', data: { token, expiresAt: new Date(expiresAt).toISOString() } }]
}

const allSessionsRevoked = ({ sessionVersion }: Account): UserEvent => ({
  type: 'SessionsRevoked',
  data: { sessionVersion: sessionVersion + 1 },
})

export type SetStatus = { user: string; status: Account['status']; by: string }

/** Switches an account on or off; whoever is switched off is signed out. Nobody does it to themselves. */
export function setStatus(account: User, { user, status, by }: SetStatus): UserEvent[] {
  if (!isAccount(account)) refuse('user-not-found', 'User not found')
  if (user === by && status !== 'active') refuse('own-account', 'You cannot switch your own account off.')
  if (account.status === status) return []
  const changed: UserEvent = { type: 'UserStatusChanged', data: { status } }
  return status === 'inactive' ? [changed, allSessionsRevoked(account)] : [changed]
}

const isSame = (account: Account, { fullName, username, email, role }: RegisterUser): boolean =>
  account.fullName === fullName &&
  account.username === username &&
  account.email === email &&
  account.isAdmin === (role === 'admin')
