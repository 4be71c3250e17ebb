// The requests of login and sign-up of admins, and the data of an invitation.

import type { AdminSignUpRequest, LogInRequest } from '@thirty/contracts/accounts/api.ts'
import type { InvitationFacts } from '@thirty/contracts/team/api.ts'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { liveData } from '../../shared/live/live-data.ts'

export const logIn = (body: LogInRequest) => request('POST', '/api/auth/login', { body, area: 'none' })

export const signUp = (body: AdminSignUpRequest) =>
  request('POST', '/api/auth/admin-signup', { body, area: 'none' })

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

export const acceptInvitation = (body: Omit<AdminSignUpRequest, 'adminKey'> & { token: string }) =>
  request('POST', '/api/auth/invitations/accept', { body, area: 'none' })

/** The current day of the challenge. Asks the showcase endpoint, because visitors may call it. */
export const currentDay = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { area: 'none', signal })).day,
  isFinal: () => true,
})
