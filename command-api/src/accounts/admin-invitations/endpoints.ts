// Handlers with which owners invite admins, and an invited person sees what a link is for. `sign-up/endpoints.ts` accepts the invitation.

import { invitationEndpoints } from '@thirty/contracts/team/api.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { invitationState } from '@thirty/contracts/team/team.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { With } from '../../parts.ts'
import { ensureListed, changeTeam, loadTeam } from '../admins/admin-list.ts'
import { createInvitation, openInvitations, requireInvitation, revokeInvitation } from './decide.ts'
import { keepDetails } from './invitation-details.ts'
import { adminInvitationMail, hashToken, invitationLinks } from './invitation-links.ts'
import { invitationEntries, peopleOf } from './list-invitations.ts'
import { stepEndpoints } from '../../command.ts'
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
  const links = invitationLinks(deps)
  return [
    endpoint(invitationEndpoints.list)(async () => ({
      success: true,
      invitations: await invitationEntries(deps, links, await loadTeam(deps.commands)),
    })),
    createHandler(deps, links),
    stepEndpoints(deps)(invitationEndpoints.revoke, 'revoke-invitation', async (request, digested) => {
      const { invitationId: id } = request.params
      const context = withoutDigest(digested)
      await ensureListed(deps.commands, request.caller.id, context)
      const { state, position } = await changeTeam(deps.commands, context, (team) =>
        revokeInvitation(team, { id, by: request.caller.id }),
      )
      // Deletes its address and note.
      await invitationEntries(deps, links, state)
      return { message: 'Invitation revoked', position }
    }),
    endpoint(invitationEndpoints.check)(async ({ body }) => {
      const team = await loadTeam(deps.commands)
      const invitation = requireInvitation(team, hashToken(body.token))
      const state = invitationState(team, invitation, deps.clock())
      // Somebody with an old link learns no more than that it is old.
      if (state !== 'open') return { success: true, invitation: { ...nothingMore, state } }
      const { by, role, expiresAt } = invitation
      const person = (await peopleOf(deps, [by]))(by)
      const expires = new Date(expiresAt).toISOString()
      const facts = { state, role, ...nameAs('invitedBy', person), expiresAt: expires }
      return { success: true, invitation: facts }
    }),
  ]
}

const nothingMore = { role: null, invitedBy: null, expiresAt: null }

const createHandler = (deps: InvitationParts, links: ReturnType<typeof invitationLinks>) =>
  stepEndpoints(deps)(invitationEndpoints.create, 'create-invitation', async (request, digested) => {
    const { role, days, email, note } = request.body
    const by = request.caller.id
    // Without a digest of the body, which may contain an email address.
    const context = withoutDigest(digested)
    const { id } = context.command
    const tokenHash = hashToken(links.tokenOf(id))
    await ensureListed(deps.commands, by, context)
    const isRepeated = (await loadTeam(deps.commands)).invitations.has(id)
    const { position } = await changeTeam(deps.commands, context, (team) =>
      createInvitation(team, { id, tokenHash, role, by, days, now: deps.clock() }),
    )
    const team = await loadTeam(deps.commands)
    // A repeated request completes an interrupted one, but does not bring back what was revoked meanwhile.
    if (openInvitations(team, deps.clock()).some((open) => open.id === id))
      await keepDetails(deps, by, id, { ...(email && { email }), ...(note && { note }) })
    const entries = await invitationEntries(deps, links, team)
    const invitation = entries.find((entry) => entry.id === id)
    const link = links.linkOf({ id, tokenHash })
    if (invitation === undefined || link === undefined)
      throw new Error('A new invitation is not in the list.')
    if (email !== undefined && !isRepeated) {
      const until = Date.parse(invitation.expiresAt)
      const reader = deps.languageOf(request.request)
      deps.mail.send(
        adminInvitationMail({ to: email, link, by: invitation.by.fullName, role, days, until, reader }),
      )
    }
    return { message: 'Invitation created', position, invitation }
  })
