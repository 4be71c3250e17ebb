// What the login and the sign-up of admins load without a session: the invitation of a link, and the day for the backdrop. The screens
// send their forms themselves.

import type { InvitationFacts } from '@thirty/contracts/team/api.ts'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { liveData } from '../../shared/live/live-data.ts'

/** What an invitation is for, by token; `unknown` for a token that never existed. */
export const invitationOf = liveData<InvitationFacts | { state: 'unknown' }, string>({
  load: async (token, signal) => {
    try {
      const body = { token }
      return (await request('POST', '/api/auth/invitations/check', { body, area: 'none', signal })).invitation
    } catch (error) {
      if (error instanceof RequestFailed && error.code === 'invitation-not-found') return { state: 'unknown' }
      throw error
    }
  },
  isAlwaysFresh: true,
})

/** The day of the challenge; screens with a session have `useCurrentDay`. Asks the showcase endpoint, because visitors may call it. */
export const currentDay = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { area: 'none', signal })).day,
  isFinal: () => true,
})
