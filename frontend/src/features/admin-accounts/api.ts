// What visitors see of an invitation and of the challenge.

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

/** The current day of the challenge. Asks the showcase endpoint, because visitors may call it. */
export const currentDay = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { area: 'none', signal })).day,
  isFinal: () => true,
})
