// The team: admins and invitations, as the stream `admins` has them.

import type { AdminEvent } from './events.ts'
import { roleWithoutEvent, type AdminRole } from './admin-roles.ts'
import type { InvitationState } from './invitations.ts'
import { operatorId } from './operator.ts'
import { hasAllPermissionsOf, hasPermission } from './permissions.ts'

/**
 * An admin as the stream `admins` knows them. `in`: active, as far as this stream records; `out`: deactivated or deleted; `unknown`: an
 * admin of an older release, which added no entries. `role` is missing while no event names one.
 */
export type TeamMember = { membership: 'in' | 'out' | 'unknown'; role?: AdminRole }

/** An invitation. `expiresAt` in milliseconds since 1970. `state` is never `expired`: see `invitationState`. */
export type Invitation = {
  id: string
  tokenHash: string
  role: AdminRole
  by: string
  createdAt: string
  expiresAt: number
  state: Exclude<InvitationState, 'expired'>
  /** The admin whom it made. */
  user?: string
}

export type Team = {
  members: ReadonlyMap<string, TeamMember>
  invitations: ReadonlyMap<string, Invitation>
}

export const emptyTeam: Team = { members: new Map(), invitations: new Map() }

/** Returns the team after an event, which was appended at `at` (ISO). */
export function evolveTeam(team: Team, event: AdminEvent & { at: string }): Team {
  switch (event.type) {
    case 'AdminJoined': {
      const { user, role } = event.data
      return withMember(team, user, { membership: 'in', ...(role !== undefined && { role }) })
    }
    case 'AdminLeft':
      return withoutInvitationsOf(withMember(team, event.data.user, { membership: 'out' }), event.data.user)
    case 'AdminRoleChanged': {
      const { user, to } = event.data
      const changed = withMember(team, user, { role: to })
      return hasPermission(to, 'manage-team') ? changed : withoutInvitationsOf(changed, user)
    }
    case 'InvitationCreated': {
      const { invitation: id, expiresAt, ...rest } = event.data
      return withInvitation(team, {
        id,
        ...rest,
        createdAt: event.at,
        expiresAt: Date.parse(expiresAt),
        state: 'open',
      })
    }
    case 'InvitationUsed': {
      const { invitation, user } = event.data
      return withState(team, invitation, { state: 'used', user })
    }
    case 'InvitationRevoked':
      return withState(team, event.data.invitation, { state: 'revoked' })
  }
}

function withMember(team: Team, user: string, change: Partial<TeamMember>): Team {
  const before = team.members.get(user) ?? { membership: 'unknown' }
  return { ...team, members: new Map(team.members).set(user, { ...before, ...change }) }
}

const withInvitation = (team: Team, invitation: Invitation): Team => ({
  ...team,
  invitations: new Map(team.invitations).set(invitation.id, invitation),
})

function withState(team: Team, id: string, change: Pick<Invitation, 'state' | 'user'>): Team {
  const invitation = team.invitations.get(id)
  return invitation === undefined ? team : withInvitation(team, { ...invitation, ...change })
}

/** Permanently: an owner who comes back makes new invitations, and nobody has to remember the old ones. */
function withoutInvitationsOf(team: Team, user: string): Team {
  const theirs = [...team.invitations.values()].filter(({ by, state }) => by === user && state === 'open')
  return theirs.reduce<Team>((rest, { id }) => withState(rest, id, { state: 'void' }), team)
}

/**
 * Returns the role of an admin. `registered` is the role with which the account became one: missing for the first admins of an
 * installation, and for admins in logs from before the roles.
 */
export const roleIn = (team: Team, user: string, registered: AdminRole | undefined): AdminRole =>
  team.members.get(user)?.role ?? registered ?? roleWithoutEvent

/** Returns whether somebody may decide about the team: not without an entry in the stream `admins`. Operators always may. */
export function managesTeam({ members }: Team, user: string): boolean {
  if (user === operatorId) return true
  const member = members.get(user)
  if (member === undefined || member.membership === 'out') return false
  return hasPermission(member.role ?? roleWithoutEvent, 'manage-team')
}

/** Returns the state of an invitation at a time, in milliseconds since 1970. */
export function invitationState(team: Team, invitation: Invitation, now: number): InvitationState {
  if (invitation.state !== 'open') return invitation.state
  if (now >= invitation.expiresAt) return 'expired'
  const makerRole = team.members.get(invitation.by)?.role ?? roleWithoutEvent
  const isWithinRights =
    invitation.by === operatorId ||
    (managesTeam(team, invitation.by) && hasAllPermissionsOf(makerRole, invitation.role))
  return isWithinRights ? 'open' : 'void'
}
