// The admins and their invitations, live.

import { request } from '../../shared/http/http.ts'
import { liveData, reloads } from '../../shared/live/live-data.ts'

/** The admins, and the invitations for admins who may see them. The live message says only that something changed. */
export const allAdmins = liveData({
  load: async ({ withInvitations }: { withInvitations: boolean }, signal) => {
    const [{ members }, answer] = await Promise.all([
      request('GET', '/api/admin/team', { signal }),
      withInvitations ? request('GET', '/api/admin/invitations', { signal }) : undefined,
    ])
    return { members, invitations: answer?.invitations }
  },
  messages: { 'team.changed': reloads },
  // Few people are admins.
  reloadDelayMs: 200,
})
