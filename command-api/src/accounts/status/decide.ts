import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { isAccount, type Account, type User } from '../evolve.ts'
import { allSessionsRevoked } from '../sessions/decide.ts'

export type SetStatus = { user: string; status: Account['status']; by: string }

/** Changes the status of an account and ends its sessions if it becomes inactive. Admins cannot deactivate themselves. */
export function setStatus(account: User, { user, status, by }: SetStatus): UserEvent[] {
  if (!isAccount(account)) refuse('user-not-found', say('userNotFound'))
  if (user === by && status !== 'active') refuse('own-account', say('ownAccount'))
  if (account.status === status) return []
  const changed: UserEvent = { type: 'UserStatusChanged', data: { status } }
  return status === 'inactive' ? [changed, allSessionsRevoked(account)] : [changed]
}
