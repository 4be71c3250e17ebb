import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/events/user.ts'
import { adminRoleNames, type AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { emptyTeam, evolveTeam } from '@thirty/contracts/rules/team.ts'
import { subjectReader } from './draft.ts'

/** Reads the stream of admins, their roles and their invitations. */
export const teamReader = () =>
  subjectReader(
    emptyTeam,
    {
      AdminRoleChanged: ({ from, to }, { actor, subject }) => ({
        summary: `${actor} changed the role of ${subject} from ${adminRoleNames[from]} to ${adminRoleNames[to]}`,
        before: { role: from },
        after: { role: to },
      }),
      InvitationCreated: ({ role, expiresAt }, { actor }) => ({
        summary: `${actor} invited an admin with the role ${adminRoleNames[role]}`,
        subjectName: nameOfInvitation(role),
        after: { role, expiresAt },
      }),
      InvitationUsed({ invitation, user }, { nameOf }, { invitations }) {
        const used = invitations.get(invitation)
        if (used === undefined) return undefined
        const { role, by } = used
        return {
          summary: `${nameOf(user)} used an invitation by ${nameOf(by)} with the role ${adminRoleNames[role]}`,
          subjectName: nameOfInvitation(role),
          after: { role },
        }
      },
      InvitationRevoked({ invitation }, { actor }, { invitations }) {
        const revoked = invitations.get(invitation)
        if (revoked === undefined) return undefined
        const { role } = revoked
        return {
          summary: `${actor} revoked an invitation with the role ${adminRoleNames[role]}`,
          subjectName: nameOfInvitation(role),
          before: { role },
        }
      },
    },
    (team, event) => (isEventOf(adminEvents, event) ? evolveTeam(team, event) : team),
  )

const nameOfInvitation = (role: AdminRole) => `Invitation (${adminRoleNames[role]})`
