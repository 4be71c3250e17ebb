import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { allSessionsRevoked } from '../sessions/decide.ts'
import { isAccount, type Account, type RegisterUser, type User } from '../evolve.ts'

/** A user's identity at a provider. `subject` is the provider's permanent id of the user. */
export type Identity = { provider: SignInProvider; subject: string }

/** Creates an account with a linked identity. Does nothing if a concurrent sign-in of the same person created it. */
export function registerWithProvider(user: User, identity: Identity, account: RegisterUser): UserEvent[] {
  if (user.status === 'abandoned') refuse('conflict', say('signUpTookTooLong'))
  return isAccount(user) ? [] : [{ type: 'UserRegistered', data: account }, linked(identity)]
}

/**
 * Links a provider's identity to the account with the same email address. If the address was not verified before,
 * another person may have created the account: its sessions are ended; its password was removed before.
 */
export function linkProvider(user: User, identity: Identity): UserEvent[] {
  if (!isAccount(user)) refuse('conflict', say('signUpUnderWay'))
  if (user.status === 'inactive') refuse('account-inactive', say('accountInactive'))
  if (user.isAdmin) refuse('admin-account', say('adminAccount'))
  const linkedSubject = user.providers[identity.provider]
  if (linkedSubject === identity.subject) return []
  if (linkedSubject !== undefined) refuse('other-identity', say('otherIdentity'))
  if (hasLinkedProvider(user)) return [linked(identity)]
  return [linked(identity), allSessionsRevoked(user)]
}

/**
 * Returns whether a sign-in provider is linked, and has therefore verified the email address of the account. A used
 * confirmation link is not sufficient: its owner may have opened it in an account whose password another person set.
 */
export const hasLinkedProvider = (account: Account): boolean => Object.keys(account.providers).length > 0

const linked = (identity: Identity): UserEvent => ({ type: 'SignInProviderLinked', data: identity })
