import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/team/permissions.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandEndpoints, stepEndpoints } from '../../command.ts'
import type { Commands } from '../../handle.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { allSessionsRevoked } from '../decide.ts'
import { isAccount, noUser, type User, type Account } from '../evolve.ts'
import { loadAccount, changeUser } from '../load-account.ts'
import { requireConfirmation, type ConfirmationParts } from '../two-factor/confirmation.ts'
import { ensureListed, findOtherActiveOwner, teamFold, joinAdminList, leaveAdminList } from './admin-list.ts'
import { changeRole } from './decide.ts'

/** Handlers by which admins activate and deactivate accounts, owners change roles, and operators make admins. */
export function userStatusHandlers(
  parts: ConfirmationParts & With<'commands' | 'waitForProjections'>,
): Endpoint[] {
  const { commands } = parts
  const steps = stepEndpoints(parts)
  return [
    steps(peopleEndpoints.setStatus, 'set-status', async ({ params, body, caller, request }, context) => {
      const position = await setUserStatus(commands, {
        user: params.userId,
        status: body.status,
        by: caller.id,
        managesTeam: hasPermission(caller.role, 'manage-team'),
        requireConfirmation: () => requireConfirmation(parts, request),
        context,
      })
      return { message: 'Status changed', position }
    }),
    // One event of one stream, so it happens whole or not at all.
    commandEndpoints(parts)(teamEndpoints.setRole, 'set-role', teamFold, async (request, context) => {
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
  ]
}

/**
 * Makes a user an owner, unless the user is an admin already, and returns the log position. The admin list comes last: if the process ends before,
 * one admin more than the list says is active, and a repeated command completes it.
 * Throws `user-not-found`, `account-inactive`.
 */
export async function makeAdmin(commands: Commands, user: string, context: CommandContext): Promise<bigint> {
  grantAdminRights((await loadAccount(commands, user)) ?? noUser)
  const { position } = await changeUser(commands, user, context, grantAdminRights)
  const list = await joinAdminList(commands, user, stepContext(context, 'join'))
  return list.position > position ? list.position : position
}

function grantAdminRights(user: User): UserEvent[] {
  if (!isAccount(user)) refuse('user-not-found', say('userNotFound'))
  if (user.status !== 'active') refuse('account-inactive', say('activateFirst'))
  return user.isAdmin ? [] : [{ type: 'AdminRightsGranted', data: {} }]
}

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
  const { position } = await changeUser(commands, user, context, (state) => setStatus(state, change))
  if (admin && status === 'active') await joinAdminList(commands, user, stepContext(context, 'join'))
  return position
}

/** Changes the status of an account and ends its sessions if it becomes inactive. Admins cannot deactivate themselves. */
function setStatus(account: User, { user, status, by }: SetStatus): UserEvent[] {
  if (!isAccount(account)) refuse('user-not-found', say('userNotFound'))
  if (user === by && status !== 'active') refuse('own-account', say('ownAccount'))
  if (account.status === status) return []
  const changed: UserEvent = { type: 'UserStatusChanged', data: { status } }
  return status === 'inactive' ? [changed, allSessionsRevoked(account)] : [changed]
}
