// Decides about the team, in the stream `admins`: who joins and leaves it, which role each admin has, and who may invite an admin, revoke or
// use an invitation. Also decides, in the stream of the account, whether a user becomes an admin. `accounts/decide.ts` decides about the
// activation of accounts.
//
// Invitations and roles are in one stream, so every decision sees all of them: when two people use one link, only one of them gets an
// account. Only admins who may manage the team can invite, and only with rights that they have themselves. Which invitations are open,
// expired or void is in `contracts/src/team/team.ts`: when an inviter loses that permission, theirs become void and stay void.
// `invitations.ts` keeps address and note, which concern somebody without an account, in a personal document of the inviter and not in the
// log. A link always makes a new account: admins take no part in the challenge, and the rank of a participant must not vanish with a click.
// `sign-up/` uses the link up right before the account exists; a sign-up that fails because a name is taken does not use it up.

import type { AdminEvent } from '@thirty/contracts/team/events.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { hasPermission, permissionRefusal, hasAllPermissionsOf } from '@thirty/contracts/team/permissions.ts'
import {
  managesTeam,
  roleIn,
  type Team,
  invitationState,
  type Invitation,
} from '@thirty/contracts/team/team.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { maxOpenInvitations, type InvitationState } from '@thirty/contracts/team/invitations.ts'
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
type Loss = {
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
function requireTeamManager(team: Team, user: string): void {
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
  if (!otherRemains && !callerRemains) refuse('last-admin', 'lastAdmin')
}

/** Makes a user an owner. Throws `user-not-found`, `account-inactive`. */
export function grantAdminRights(user: User): UserEvent[] {
  if (!isAccount(user)) refuse('user-not-found', 'userNotFound')
  if (user.status !== 'active') refuse('account-inactive', 'activateFirst')
  return user.isAdmin ? [] : [{ type: 'AdminRightsGranted', data: {} }]
}

/**
 * Creates an invitation. Repeating it with the same id changes nothing. `now` in milliseconds since 1970. Throws `not-allowed` for anybody
 * but owners, and for a role with more rights than the maker has, and `quota-reached`.
 */
export function createInvitation(
  team: Team,
  data: Extract<AdminEvent, { type: 'InvitationCreated' }>['data'],
  now: number,
): AdminEvent[] {
  const { invitation, role, by } = data
  requireTeamManager(team, by)
  if (team.invitations.has(invitation)) return []
  if (!hasAllPermissionsOf(roleIn(team, by, undefined), role)) refuse('not-allowed', 'noMoreRights')
  if (openInvitations(team, now).length >= maxOpenInvitations) refuse('quota-reached', 'tooManyInvitations')
  return [{ type: 'InvitationCreated', data }]
}

/** Returns the invitations that let somebody in now. */
export const openInvitations = (team: Team, now: number): readonly Invitation[] =>
  [...team.invitations.values()].filter((invitation) => invitationState(team, invitation, now) === 'open')

/** Makes a link useless. Throws `not-allowed`, `invitation-not-found`, and `invitation-over` for a used link. */
export function revokeInvitation(team: Team, { id, by }: { id: string; by: string }): AdminEvent[] {
  requireTeamManager(team, by)
  const invitation = team.invitations.get(id) ?? refuse('invitation-not-found', 'noSuchInvitation')
  if (invitation.state === 'used') refuseInvitation('used')
  return invitation.state === 'open' ? [{ type: 'InvitationRevoked', data: { invitation: id } }] : []
}

/**
 * Uses an invitation up for a user who signs up. The same user may repeat it. The role of its maker is in the same stream, so of an
 * invitation that is followed while its maker is demoted, either happens first. Throws `invitation-not-found`, `invitation-over`.
 */
export function redeemInvitation(
  team: Team,
  { tokenHash, user, now }: { tokenHash: string; user: string; now: number },
): AdminEvent[] {
  const invitation = requireInvitation(team, tokenHash)
  if (invitation.state === 'used' && invitation.user === user) return []
  const state = invitationState(team, invitation, now)
  if (state !== 'open') refuseInvitation(state)
  return [{ type: 'InvitationUsed', data: { invitation: invitation.id, user } }]
}

/** Returns the invitation of a token. Throws `invitation-not-found`. */
export function requireInvitation(team: Team, tokenHash: string): Invitation {
  const found = [...team.invitations.values()].find((invitation) => invitation.tokenHash === tokenHash)
  return found ?? refuse('invitation-not-found', 'noSuchInvitation')
}

const reasons = {
  used: 'invitationUsed',
  expired: 'invitationExpired',
  revoked: 'invitationRevoked',
  void: 'invitationVoid',
} as const satisfies Record<Exclude<InvitationState, 'open'>, string>

export function refuseInvitation(state: Exclude<InvitationState, 'open'>): never {
  refuse('invitation-over', reasons[state])
}
