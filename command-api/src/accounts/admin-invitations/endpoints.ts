// Handlers with which owners invite admins, and an invited person sees what a link is for. `sign-up/endpoints.ts` accepts the invitation.

import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { invitationEndpoints } from '@thirty/contracts/team/api.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { invitationState } from '@thirty/contracts/team/team.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { With } from '../../parts.ts'
import { ensureListed, changeTeam, loadTeam } from '../admins/admin-list.ts'
import { createInvitation, openInvitations, requireInvitation, revokeInvitation } from './decide.ts'
import { keepDetails, loadOpenDetails } from './invitation-details.ts'
import { hashToken, invitationEntries, linkOf, personOf, tokenOf } from './list-invitations.ts'
import { stepEndpoints } from '../../command.ts'
import { writeMail } from '../../mail-template.ts'
import { withoutDigest } from '../../idempotency.ts'

type InvitationParts = With<
  | 'commands'
  | 'clock'
  | 'personalDocuments'
  | 'waitForProjections'
  | 'mail'
  | 'publicUrl'
  | 'secret'
  | 'languageOf'
>

export function adminInvitationHandlers(deps: InvitationParts): Endpoint[] {
  const { commands, clock, mail, secret, languageOf } = deps
  const steps = stepEndpoints(deps)
  return [
    endpoint(invitationEndpoints.list)(async () => ({
      success: true,
      invitations: await invitationEntries(deps, await loadTeam(commands)),
    })),
    // Without a digest of the body, which may contain an email address.
    steps(invitationEndpoints.create, 'create-invitation', async ({ body, caller, request }, digested) => {
      const { role, days, email, note } = body
      const by = caller.id
      const context = withoutDigest(digested)
      const { id } = context.command
      const tokenHash = hashToken(tokenOf(secret, id))
      await ensureListed(commands, by, context)
      const isRepeated = (await loadTeam(commands)).invitations.has(id)
      const { position } = await changeTeam(commands, context, (team) =>
        createInvitation(team, { id, tokenHash, role, by, days, now: clock() }),
      )
      const team = await loadTeam(commands)
      // A repeated request completes an interrupted one, but does not bring back what was revoked meanwhile.
      if ((email || note) && openInvitations(team, clock()).some((open) => open.id === id))
        await keepDetails(deps, by, id, { email, note })
      const invitation = (await invitationEntries(deps, team)).find((entry) => entry.id === id)
      const link = linkOf(deps, { id, tokenHash })
      if (invitation === undefined || link === undefined)
        throw new Error('A new invitation is not in the list.')
      if (email !== undefined && !isRepeated) {
        const mailed = writeMail({ email, fullName: '' }, languageOf(request), ({ text }) => ({
          kind: 'admin-invitation',
          subject: text('adminInvitationSubject'),
          expiresAt: Date.parse(invitation.expiresAt),
          parts: [
            text('adminInvitation', { by: invitation.by.fullName, role: text(roleTexts[role]) }),
            { link, label: text('adminInvitationLink') },
            text('adminInvitationExpires', { days }),
            text('adminInvitationIgnore'),
          ],
        }))
        mail.send(mailed)
      }
      return { message: 'Invitation created', position, invitation }
    }),
    steps(invitationEndpoints.revoke, 'revoke-invitation', async ({ params, caller }, digested) => {
      const context = withoutDigest(digested)
      await ensureListed(commands, caller.id, context)
      const { state, position } = await changeTeam(commands, context, (team) =>
        revokeInvitation(team, { id: params.invitationId, by: caller.id }),
      )
      // Deletes its address and note.
      await loadOpenDetails(deps, state)
      return { message: 'Invitation revoked', position }
    }),
    endpoint(invitationEndpoints.check)(async ({ body }) => {
      const team = await loadTeam(commands)
      const invitation = requireInvitation(team, hashToken(body.token))
      const state = invitationState(team, invitation, clock())
      // Somebody with an old link learns no more than that it is old.
      if (state !== 'open') return { success: true, invitation: { ...nothingMore, state } }
      const { by, role, expiresAt } = invitation
      const invitedBy = nameAs('invitedBy', await personOf(deps, by))
      return { success: true, invitation: { state, role, ...invitedBy, expiresAt: isoTime(expiresAt) } }
    }),
  ]
}

const roleTexts = {
  owner: 'roleOwner',
  organiser: 'roleOrganiser',
  reviewer: 'roleReviewer',
  viewer: 'roleViewer',
} as const satisfies Record<AdminRole, string>

const nothingMore = { role: null, invitedBy: null, expiresAt: null }
