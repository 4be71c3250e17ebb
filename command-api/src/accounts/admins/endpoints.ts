// Handlers by which owners change roles, operators make a user an owner (`makeAdmin`), and admins activate and deactivate accounts. Admins
// are invited in `admin-invitations/`, and leave the list also in `deletion/`.

import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../fold.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { isAccount, loadAccount, users } from '../account.ts'
import { setStatus, type SetStatus } from '../decide.ts'
import { ensureListed, findOtherActiveOwner, joinAdminList, leaveAdminList, teamFold } from './admin-list.ts'
import { changeRole, grantAdminRights } from './decide.ts'

export const adminHandlers = ({ commands, command, steps, requireConfirmation }: Parts): Endpoint[] => [
  // One event of one stream, so it happens whole or not at all.
  command(teamEndpoints.setRole, 'set-role', teamFold, async (request, context) => {
    const user = request.params.userId
    const by = request.caller.id
    const account = await loadAccount(commands, user)
    if (account?.isAdmin !== true) refuse('user-not-found', say('noSuchAdmin'))
    await ensureListed(commands, by, context)
    const otherActiveOwner = await findOtherActiveOwner(commands, user)
    const loss = { user, registered: account.registeredRole, by, otherActiveOwner }
    return {
      stream: adminsStream,
      decide: (team) => changeRole(team, { ...loss, to: request.body.role }),
      answer: () => ({ message: 'Role changed' }),
    }
  }),
  steps(operationEndpoints.makeAdmin, 'make-admin', async ({ params }, context) => ({
    message: 'Made an admin',
    position: await makeAdmin(commands, params.userId, context),
  })),
  steps(peopleEndpoints.setStatus, 'set-status', async ({ params, body, caller, request }, context) => {
    const requireRights = () => {
      requirePermission(caller.role, 'manage-team')
      requireConfirmation(request)
    }
    const change = { user: params.userId, status: body.status, by: caller.id }
    const position = await setUserStatus(commands, { ...change, requireRights, context })
    return { message: 'Status changed', position }
  }),
]

/**
 * Makes a user an owner, unless the user is an admin already, and returns the log position. The admin list comes last: if the process ends
 * before, one admin more than the list says is active, and a repeated command completes it. Throws `user-not-found`, `account-inactive`.
 */
export async function makeAdmin(commands: Commands, user: string, context: CommandContext): Promise<bigint> {
  // Also refuses an account whose deletion is recorded, and whose stream may not be erased yet.
  grantAdminRights((await loadAccount(commands, user)) ?? users.initial)
  const { position } = await users.change(commands, user, context, grantAdminRights)
  const list = await joinAdminList(commands, user, stepContext(context, 'join'))
  return list.position > position ? list.position : position
}

/** `requireRights` throws if the caller may not change the account of an admin. */
type SetStatusOptions = SetStatus & { requireRights: () => void; context: CommandContext }

/**
 * Changes the status of an account and returns the log position. An admin is removed from the admin list before the
 * deactivation and added after the activation: if the process ends in between, at least one active owner remains.
 * Throws `user-not-found`, `own-account`, `last-admin`, and what `requireRights` throws.
 */
export async function setUserStatus(
  commands: Commands,
  { requireRights, context, ...change }: SetStatusOptions,
): Promise<bigint> {
  const { user, status, by } = change
  const before = (await loadAccount(commands, user)) ?? users.initial
  // Throws before anything is written.
  setStatus(before, change)
  const admin = isAccount(before) && before.isAdmin ? before : undefined
  if (admin) requireRights()
  if (admin && status !== 'active')
    await leaveAdminList(commands, { user, account: admin, by }, stepContext(context, 'leave'))
  const { position } = await users.change(commands, user, context, (state) => setStatus(state, change))
  if (admin && status === 'active') await joinAdminList(commands, user, stepContext(context, 'join'))
  return position
}
