import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/accounts/events.ts'
import { adminRoleNames, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { emptyTeam, evolveTeam } from '@thirty/contracts/team/team.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { subjectReader } from './draft.ts'

/** Reads the stream of admins, their roles and their invitations. */
export const teamReader = () =>
  subjectReader(
    emptyTeam,
    {
      AdminRoleChanged: ({ from, to }, { actor, subject }) => ({
        said: say('roleChanged', { actor, subject, from: say(from), to: say(to) }),
        before: { role: from },
        after: { role: to },
      }),
      InvitationCreated: ({ role, expiresAt }, { actor }) => ({
        said: say('adminInvited', { actor, role: say(role) }),
        subjectName: nameOfInvitation(role),
        after: { role, expiresAt },
      }),
      InvitationUsed({ invitation, user }, { nameOf }, { invitations }) {
        const used = invitations.get(invitation)
        if (used === undefined) return undefined
        const { role, by } = used
        return {
          said: say('invitationWasUsed', { actor: nameOf(user), maker: nameOf(by), role: say(role) }),
          subjectName: nameOfInvitation(role),
          after: { role },
        }
      },
      InvitationRevoked({ invitation }, { actor }, { invitations }) {
        const revoked = invitations.get(invitation)
        if (revoked === undefined) return undefined
        const { role } = revoked
        return {
          said: say('invitationWasRevoked', { actor, role: say(role) }),
          subjectName: nameOfInvitation(role),
          before: { role },
        }
      },
    },
    (team, event) => (isEventOf(adminEvents, event) ? evolveTeam(team, event) : team),
  )

const nameOfInvitation = (role: AdminRole) => `Invitation (${adminRoleNames[role]})`
