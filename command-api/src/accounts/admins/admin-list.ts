// The team, which is the stream `admins` with the admins, their roles and their invitations: what loads and changes it, and the handlers by
// which owners change roles, operators make a user an owner (`makeAdmin`), and admins activate and deactivate accounts. It is one stream, so
// that the last active owner cannot leave. Also finds the role of an account, and the active admins with a permission.
// `decide.ts` has the rules, `contracts/src/team/team.ts` the fold; `invitations.ts` invites admins, and `deletion/` removes them, too.

import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import { adminEvents, type AdminEvent } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { hasPermission, type Permission } from '@thirty/contracts/team/permissions.ts'
import { emptyTeam, evolveTeam, roleIn, type Team } from '@thirty/contracts/team/team.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands, Fold } from '../../fold.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { isAccount, loadAccount, loadUser, users, type Account } from '../account.ts'
import { setStatus, type SetStatus } from '../decide.ts'
import { changeRole, grantAdminRights, addAdmin, removeAdmin } from './decide.ts'

export const adminHandlers = ({ commands, command, steps, requireConfirmation }: Parts): Endpoint[] => [
  // One event of one stream, so it happens whole or not at all.
  command(teamEndpoints.setRole, 'set-role', teamFold, async (request, context) => {
    const user = request.params.userId
    const by = request.caller.id
    const account = await loadAccount(commands, user)
    if (account?.isAdmin !== true) refuse('user-not-found', 'noSuchAdmin')
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
  grantAdminRights(await loadUser(commands, user))
  const { position } = await users.change(commands, user, context, grantAdminRights)
  const list = await joinAdminList(commands, user, stepContext(context, 'join'))
  return list.position > position ? list.position : position
}

/**
 * Changes the status of an account and returns the log position. An admin is removed from the admin list before the
 * deactivation and added after the activation: if the process ends in between, at least one active owner remains.
 * Throws `user-not-found`, `own-account`, `last-admin`, and what `requireRights` throws if the caller may not change the account of an admin.
 */
export async function setUserStatus(
  commands: Commands,
  { requireRights, context, ...change }: SetStatus & { requireRights: () => void; context: CommandContext },
): Promise<bigint> {
  const { user, status, by } = change
  const before = await loadUser(commands, user)
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

export const teamFold: Fold<Team, AdminEvent> = {
  events: adminEvents,
  initial: emptyTeam,
  evolve: evolveTeam,
}

export const loadTeam = async (commands: Pick<Commands, 'load'>): Promise<Team> =>
  (await commands.load(adminsStream, teamFold)).state

/** Decides in the stream of the admins: about their list, or about their invitations. */
export const changeTeam = (
  commands: Pick<Commands, 'handle'>,
  context: CommandContext,
  decide: (team: Team) => readonly AdminEvent[],
) => commands.handle({ ...teamFold, stream: adminsStream, context, decide })

/** Returns the current role of an account; null for a participant. */
export async function loadRole(
  commands: Pick<Commands, 'load'>,
  id: string,
  account: Pick<Account, 'isAdmin' | 'registeredRole'>,
): Promise<AdminRole | null> {
  if (!account.isAdmin) return null
  const team = await loadTeam(commands)
  return roleIn(team, id, account.registeredRole)
}

/** Adds an admin to the list. */
export const joinAdminList = (commands: Commands, user: string, context: CommandContext, role?: AdminRole) =>
  changeTeam(commands, context, (team) => addAdmin(team, user, role))

/**
 * Adds an active admin whose entry is missing, because their sign-up was interrupted or an earlier release added none. Call it before
 * `by` decides about the team: nobody does without an entry.
 */
export async function ensureListed(commands: Commands, by: string, context: CommandContext): Promise<void> {
  if (by === operatorId) return
  const team = await loadTeam(commands)
  if (team.members.has(by)) return
  const account = await loadAccount(commands, by)
  if (account?.isAdmin !== true || account.status !== 'active') return
  await changeTeam(commands, stepContext(context, 'ensure-listed'), (now) =>
    now.members.has(by) ? [] : addAdmin(now, by, account.registeredRole),
  )
}

/** Removes an admin from the list. Must be called before the admin loses any right. Throws `last-admin`, `not-allowed`. */
export async function leaveAdminList(
  commands: Commands,
  { user, account, by }: { user: string; account: Account; by: string },
  context: CommandContext,
) {
  if (by !== user) await ensureListed(commands, by, context)
  const otherActiveOwner = await findOtherActiveOwner(commands, user)
  const loss = { user, registered: account.registeredRole, by, otherActiveOwner }
  return changeTeam(commands, context, (team) => removeAdmin(team, loss))
}

/** Returns an active owner on the list other than `user`. */
async function findOtherActiveOwner(commands: Commands, user: string): Promise<string | undefined> {
  for await (const { id, membership } of activeAdmins(commands, 'manage-team'))
    if (membership === 'in' && id !== user) return id
  return undefined
}

/**
 * Yields the active admins whose role has a permission. The list alone is not sufficient: an admin who was added again during a
 * deactivation or deletion is on the list without being active.
 */
export async function* activeAdmins(commands: Pick<Commands, 'load'>, permission: Permission) {
  const team = await loadTeam(commands)
  for (const [id, { membership }] of team.members) {
    if (membership === 'out') continue
    const account = await loadAccount(commands, id)
    if (account?.isAdmin !== true || account.status !== 'active') continue
    if (hasPermission(roleIn(team, id, account.registeredRole), permission)) yield { id, membership, account }
  }
}
