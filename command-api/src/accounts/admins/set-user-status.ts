import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Commands } from '../../handle.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import { allSessionsRevoked } from '../decide.ts'
import { isAccount, noUser, userFold, userStream, type Account, type User } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { joinAdminList, leaveAdminList } from './admin-list.ts'

export type SetStatus = { user: string; status: Account['status']; by: string }

/** `managesTeam`: whether the caller may change the accounts of admins, for which `requireConfirmation` is called. */
type SetStatusOptions = SetStatus & {
  managesTeam: boolean
  requireConfirmation: () => void
  context: CommandContext
}

/**
 * Changes the status of an account and returns the log position. An admin is removed from the admin list before the
 * deactivation and added after the activation: if the process ends in between, at least one active owner remains.
 * Throws `user-not-found`, `own-account`, `last-admin`, `not-allowed`, and what `requireConfirmation` throws.
 */
export async function setUserStatus(
  commands: Commands,
  { managesTeam, requireConfirmation, context, ...change }: SetStatusOptions,
): Promise<bigint> {
  const { user, status, by } = change
  const before = (await loadAccount(commands, user)) ?? noUser
  // Throws before anything is written.
  setStatus(before, change)
  const admin = isAccount(before) && before.isAdmin ? before : undefined
  if (admin && !managesTeam) refuse('not-allowed', permissionRefusal('manage-team'))
  if (admin) requireConfirmation()
  if (admin && status !== 'active')
    await leaveAdminList(commands, { user, account: admin, by }, stepContext(context, 'leave'))
  const { position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    context,
    decide: (state) => setStatus(state, change),
  })
  if (admin && status === 'active') await joinAdminList(commands, user, stepContext(context, 'join'))
  return position
}

/** Changes the status of an account and ends its sessions if it becomes inactive. Admins cannot deactivate themselves. */
function setStatus(account: User, { user, status, by }: SetStatus): UserEvent[] {
  if (!isAccount(account)) refuse('user-not-found', 'User not found')
  if (user === by && status !== 'active') refuse('own-account', "You can't deactivate your own account.")
  if (account.status === status) return []
  const changed: UserEvent = { type: 'UserStatusChanged', data: { status } }
  return status === 'inactive' ? [changed, allSessionsRevoked(account)] : [changed]
}
