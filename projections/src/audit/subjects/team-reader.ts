import { adminRoleNames } from '@thirty/contracts/rules/admin-roles.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/events/user.ts'
import { emptyTeam, evolveTeam, type Invitation } from '@thirty/contracts/rules/team.ts'
import { auditedTeamEvents } from '../audited-events.ts'
import type { Draft, NameOf, SubjectReader, Wording } from './draft.ts'

/** Reads the stream of admins, their roles and their invitations. */
export function teamReader(): SubjectReader {
  let team = emptyTeam

  const ofInvitation = (
    { role }: Pick<Invitation, 'role'>,
    word: (nameOf: NameOf) => Wording,
    users: readonly string[] = [],
  ): Draft => ({
    users,
    word: (nameOf) => ({ subjectName: `Invitation (${adminRoleNames[role]})`, ...word(nameOf) }),
  })

  return {
    draft(event) {
      if (!isEventOf(auditedTeamEvents, event)) return undefined
      const { actor } = event.metadata
      if (event.type === 'AdminRoleChanged') {
        const { user, from, to } = event.data
        return {
          users: [user],
          word: (nameOf) => ({
            summary: `${nameOf(actor)} changed the role of ${nameOf(user)} from ${adminRoleNames[from]} to ${adminRoleNames[to]}`,
            before: { role: from },
            after: { role: to },
          }),
        }
      }
      if (event.type === 'InvitationCreated') {
        const { role, expiresAt } = event.data
        return ofInvitation(event.data, (nameOf) => ({
          summary: `${nameOf(actor)} invited an admin with the role ${adminRoleNames[role]}`,
          after: { role, expiresAt },
        }))
      }
      const invitation = team.invitations.get(event.data.invitation)
      if (invitation === undefined) return undefined
      const { role, by } = invitation
      if (event.type === 'InvitationRevoked')
        return ofInvitation(invitation, (nameOf) => ({
          summary: `${nameOf(actor)} revoked an invitation with the role ${adminRoleNames[role]}`,
          before: { role },
        }))
      const { user } = event.data
      return ofInvitation(
        invitation,
        (nameOf) => ({
          summary: `${nameOf(user)} used an invitation by ${nameOf(by)} with the role ${adminRoleNames[role]}`,
          after: { role },
        }),
        [user, by],
      )
    },
    apply(event) {
      if (isEventOf(adminEvents, event)) team = evolveTeam(team, event)
    },
  }
}
