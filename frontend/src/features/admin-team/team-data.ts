// The admins and their invitations, live.

import type { InvitationEntry, TeamMember } from '@thirty/contracts/team/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads } from '../../shared/live/live-data.ts'

/** `invitations` is missing for admins who may not see them. */
type Team = { members: readonly TeamMember[]; invitations?: readonly InvitationEntry[] }

/** The admins, and the invitations if the key says so. The live message says only that something changed. */
export const allAdmins = liveData<Team, { withInvitations: boolean }>({
  load: async ({ withInvitations }, signal) => {
    const [team, invitations] = await Promise.all([
      request('GET', '/api/admin/team', { signal }),
      withInvitations ? request('GET', '/api/admin/invitations', { signal }) : undefined,
    ])
    return { members: team.members, ...(invitations && { invitations: invitations.invitations }) }
  },
  messages: { 'team.changed': reloads },
  // Few people are admins.
  reloadDelayMs: 200,
})
