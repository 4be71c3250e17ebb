import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import type { SignInEvent } from '@thirty/contracts/events/sign-in.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { RegisterUser } from '../decide.ts'
import { isAccount, type Account, type User } from '../evolve.ts'
import type { SignInStep } from './evolve.ts'

/** Somebody as a provider knows them; `subject` is the provider's id. */
export type Identity = { provider: SignInProvider; subject: string }

/** Uses up the state with which a browser comes back: once. */
export function recordReturn(step: SignInStep, provider: SignInProvider): SignInEvent[] {
  if (step !== 'begun') refuse('not-signed-in', 'This sign-in was used already.')
  return [{ type: 'SocialSignInReturned', data: { provider } }]
}

/** Uses up the ticket of a sign-in that came back: once. */
export function completeSignIn(step: SignInStep): SignInEvent[] {
  if (step !== 'returned') refuse('not-signed-in', 'Authentication failed')
  return [{ type: 'SocialSignInCompleted', data: {} }]
}

/** Makes an account for somebody whom a provider knows. Where the same person just did so, it is there already. */
export function registerWithProvider(user: User, identity: Identity, person: RegisterUser): UserEvent[] {
  if (user.status === 'abandoned') refuse('conflict', 'Signing up took too long. Please try again.')
  return isAccount(user) ? [] : [{ type: 'UserRegistered', data: person }, linked(identity)]
}

/**
 * Lets somebody whom a provider knows into the account with their address. If nobody has shown so far that the address
 * is theirs, whoever made the account may be somebody else: their sessions end here, as their password did before.
 */
export function linkProvider(user: User, identity: Identity): UserEvent[] {
  if (!isAccount(user)) refuse('conflict', 'This account is being made at this moment. Please try again.')
  if (user.status === 'inactive') refuse('account-inactive', 'This account is not active')
  if (user.isAdmin) refuse('admin-account', 'Admins log in with their password.')
  const known = user.providers[identity.provider]
  if (known === identity.subject) return []
  if (known !== undefined)
    refuse('other-identity', 'Another sign-in of this provider belongs to this account.')
  if (hasProvenEmail(user)) return [linked(identity)]
  return [linked(identity), { type: 'SessionsRevoked', data: { sessionVersion: nextSessionVersion(user) } }]
}

/** Whether somebody has shown that the address of the account is theirs: a provider said so when they joined. */
export const hasProvenEmail = (account: Account): boolean => Object.keys(account.providers).length > 0

export const nextSessionVersion = (account: Account): number => account.sessionVersion + 1

const linked = (identity: Identity): UserEvent => ({ type: 'SignInProviderLinked', data: identity })
