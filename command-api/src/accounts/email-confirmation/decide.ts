import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { isAccount, type User } from '../evolve.ts'

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
  refuse('link-over', say('linkUsed'))
}
