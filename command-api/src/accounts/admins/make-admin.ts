import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Commands } from '../../handle.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import { isAccount, noUser, userFold, userStream, type User } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { joinAdminList } from './admin-list.ts'

/**
 * Makes a user an owner, unless the user is an admin already, and returns the log position. The admin list comes last: if the process ends before,
 * one admin more than the list says is active, and a repeated command completes it.
 * Throws `user-not-found`, `account-inactive`.
 */
export async function makeAdmin(commands: Commands, user: string, context: CommandContext): Promise<bigint> {
  grantAdminRights((await loadAccount(commands, user)) ?? noUser)
  const { position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    context,
    decide: grantAdminRights,
  })
  const list = await joinAdminList(commands, user, stepContext(context, 'join'))
  return list.position > position ? list.position : position
}

function grantAdminRights(user: User): UserEvent[] {
  if (!isAccount(user)) refuse('user-not-found', 'User not found')
  if (user.status !== 'active') refuse('account-inactive', 'This account is not active. Activate it first.')
  return user.isAdmin ? [] : [{ type: 'AdminRightsGranted', data: {} }]
}
