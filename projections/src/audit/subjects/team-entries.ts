import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { emptyTeam, evolveTeam } from '@thirty/contracts/team/team.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { entriesOf } from './subject-entries.ts'

/** What the audit says of admins, their roles and their invitations. */
export const teamEntries = () =>
  entriesOf({
    beginning: emptyTeam,
    details: {
      AdminRoleChanged: ({ from, to }) => ({
        values: { from: say(from), to: say(to) },
        before: { role: from },
        after: { role: to },
      }),
      InvitationCreated: ({ role, expiresAt }) => ({ ...ofRole(role), after: { role, expiresAt } }),
      InvitationUsed({ invitation }, { nameOf }, { invitations }) {
        const used = invitations.get(invitation)
        if (used === undefined) return undefined
        const { role, by } = used
        const { values, subjectName } = ofRole(role)
        return { values: { ...values, maker: nameOf(by) }, subjectName, after: { role } }
      },
      InvitationRevoked({ invitation }, _, { invitations }) {
        const revoked = invitations.get(invitation)
        return revoked && { ...ofRole(revoked.role), before: { role: revoked.role } }
      },
    },
    remember: (team, event) => (isEventOf(adminEvents, event) ? evolveTeam(team, event) : team),
  })

/** What an entry says of an invitation with a role. */
const ofRole = (role: AdminRole) => ({
  values: { role: say(role) },
  subjectName: `Invitation (${say(role).message})`,
})
