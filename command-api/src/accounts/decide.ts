import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { isAccount, type Account, type User } from './evolve.ts'

/** As `UserRegistered`. Names and password are reserved and set before: this event makes the account. */
export type RegisterUser = Extract<UserEvent, { type: 'UserRegistered' }>['data']

/** Makes an account. The same again, as after a lost answer, changes nothing. */
export function register(user: User, command: RegisterUser): UserEvent[] {
  if (user.status === 'abandoned') {
    refuse('conflict', 'Signing up took too long. Please try again.')
  }
  if (isAccount(user)) {
    if (isSame(user, command)) return []
    refuse('key-reused', 'This idempotency key was already used for another request.')
  }
  return [{ type: 'UserRegistered', data: command }]
}

/** Gives up a sign-up that never came to its end, so that it never can. An account stays one. */
export function abandon(user: User): UserEvent[] {
  return user.status === 'none' ? [{ type: 'UserStatusChanged', data: { status: 'inactive' } }] : []
}

/** The account of a user who proved to be the one. Refuses everybody else alike, and then who is not active. */
export function signIn(user: User, isProven: boolean): Account {
  if (!isProven || !isAccount(user)) refuse('wrong-credentials', 'Invalid email/username or password')
  if (user.status === 'inactive') refuse('account-inactive', 'This account is not active')
  return user
}

const isSame = (account: Account, { fullName, username, email, role }: RegisterUser): boolean =>
  account.fullName === fullName &&
  account.username === username &&
  account.email === email &&
  account.isAdmin === (role === 'admin')
