// Decides who joins and leaves the list of admins and which role each has, and, in the stream of the account, whether a user becomes an
// admin. `admin-invitations/decide.ts` decides about invitations, `accounts/decide.ts` about the activation of accounts.

import type { AdminEvent } from '@thirty/contracts/team/events.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/team/permissions.ts'
import { managesTeam, roleIn, type Team } from '@thirty/contracts/team/team.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { isAccount, type User } from '../account.ts'

/** Adds an admin to the list. `role` is that of an admin who was invited; missing for admins who keep their role, and for first admins. */
export const addAdmin = (team: Team, user: string, role?: AdminRole): AdminEvent[] =>
  team.members.get(user)?.membership === 'in'
    ? []
    : [{ type: 'AdminJoined', data: { user, ...(role !== undefined && { role }) } }]

/**
 * An admin who loses rights, or all of them. `registered`: the role with which the account was made. `otherActiveOwner`: another owner
 * who was active when the command began. `by`: who runs the command; an owner who removes or demotes somebody else counts as remaining,
 * an operator never does.
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
 * Gives an admin another role. Throws `last-admin` if no active owner would remain, and `not-allowed` if the caller is no longer an
 * owner: of two owners who demote each other, one stays.
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
  if (!otherRemains && !callerRemains) refuse('last-admin', say('lastAdmin'))
}

/** Makes a user an owner. Throws `user-not-found`, `account-inactive`. */
export function grantAdminRights(user: User): UserEvent[] {
  if (!isAccount(user)) refuse('user-not-found', say('userNotFound'))
  if (user.status !== 'active') refuse('account-inactive', say('activateFirst'))
  return user.isAdmin ? [] : [{ type: 'AdminRightsGranted', data: {} }]
}
