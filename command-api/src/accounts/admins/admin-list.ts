import { adminEvents, type AdminEvent } from '@thirty/contracts/events/user.ts'
import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { emptyTeam, evolveTeam, managesTeam, roleIn, type Team } from '@thirty/contracts/rules/team.ts'
import { adminsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import type { Account } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'

/** Admins and their roles, which one stream keeps so that the last active owner cannot leave. */
export const teamFold: Fold<Team, AdminEvent> = {
  events: adminEvents,
  initial: emptyTeam,
  evolve: evolveTeam,
}

/** Returns the current role of an account; null for a participant. */
export async function loadRole(
  commands: Pick<Commands, 'load'>,
  id: string,
  account: Pick<Account, 'isAdmin' | 'registeredRole'>,
): Promise<AdminRole | null> {
  if (!account.isAdmin) return null
  const { state: team } = await commands.load(adminsStream, teamFold)
  return roleIn(team, id, account.registeredRole)
}

/** `role` is that of an admin who was invited; missing for those who keep their role, and for first admins. */
export const addAdmin = (team: Team, user: string, role?: AdminRole): AdminEvent[] =>
  team.members.get(user)?.membership === 'in'
    ? []
    : [{ type: 'AdminJoined', data: { user, ...(role !== undefined && { role }) } }]

/**
 * An admin who loses rights, or all of them. `registered` is the role with which the account was made. `otherActiveOwner` was one when
 * the command began. `by` runs the command, and counts as remaining even without an entry, because older releases added none; an
 * operator does not count.
 */
export type Loss = {
  user: string
  registered?: AdminRole | undefined
  by: string
  otherActiveOwner: string | undefined
}

/** Removes an admin from the list. Throws `last-admin` if no active owner would remain, and `not-allowed`. */
export function removeAdmin(team: Team, loss: Loss): AdminEvent[] {
  const { user, by } = loss
  if (by !== user) requireTeamManager(team, by)
  if (team.members.get(user)?.membership === 'out') return []
  requireOtherOwner(team, loss)
  return [{ type: 'AdminLeft', data: { user } }]
}

/**
 * Gives an admin another role. Throws `last-admin` if no active owner would remain, and `not-allowed` if the caller is no owner any
 * more: of two owners who demote each other, one stays.
 */
export function changeRole(team: Team, { to, ...loss }: Loss & { to: AdminRole }): AdminEvent[] {
  const { user, by } = loss
  requireTeamManager(team, by)
  const from = roleIn(team, user, loss.registered)
  if (from === to) return []
  if (!hasPermission(to, 'manage-team')) requireOtherOwner(team, loss)
  return [{ type: 'AdminRoleChanged', data: { user, from, to } }]
}

/** Throws `not-allowed` unless a user is an owner now. */
export function requireTeamManager(team: Team, user: string): void {
  if (!managesTeam(team, user)) refuse('not-allowed', permissionRefusal('manage-team'))
}

/** Throws `last-admin` if an active owner leaves and none would remain. */
function requireOtherOwner(team: Team, { user, registered, by, otherActiveOwner }: Loss): void {
  const isOwner = hasPermission(roleIn(team, user, registered), 'manage-team')
  if (!isOwner || team.members.get(user)?.membership === 'out') return
  const otherRemains =
    otherActiveOwner !== undefined &&
    otherActiveOwner !== user &&
    team.members.get(otherActiveOwner)?.membership === 'in' &&
    managesTeam(team, otherActiveOwner)
  const callerRemains = by !== user && by !== operatorId && managesTeam(team, by)
  if (!otherRemains && !callerRemains) refuse('last-admin', 'The last active owner has to stay.')
}

/** Adds an admin to the list. */
export const joinAdminList = (commands: Commands, user: string, context: CommandContext, role?: AdminRole) =>
  commands.handle({
    ...teamFold,
    stream: adminsStream,
    context,
    decide: (team) => addAdmin(team, user, role),
  })

type Removal = { user: string; account: Account; by: string }

/** Removes an admin from the list. Must be called before the admin loses any right. Throws `last-admin`, `not-allowed`. */
export async function leaveAdminList(
  commands: Commands,
  { user, account, by }: Removal,
  context: CommandContext,
) {
  const otherActiveOwner = await findOtherActiveOwner(commands, user)
  const loss = { user, registered: account.registeredRole, by, otherActiveOwner }
  return commands.handle({
    ...teamFold,
    stream: adminsStream,
    context,
    decide: (team) => removeAdmin(team, loss),
  })
}

/**
 * Returns an active owner other than `user`. The list alone is not sufficient: an admin who was added again during a
 * deactivation or deletion is on the list without being active.
 */
export async function findOtherActiveOwner(commands: Commands, user: string): Promise<string | undefined> {
  const { state: team } = await commands.load(adminsStream, teamFold)
  for (const [id, { membership }] of team.members) {
    if (membership !== 'in' || id === user) continue
    const account = await loadAccount(commands, id)
    if (account?.status !== 'active') continue
    if (hasPermission(roleIn(team, id, account.registeredRole), 'manage-team')) return id
  }
  return undefined
}
