import type {
  AdminSignUpRequest,
  LogInRequest,
  SignedInResponse,
} from '@thirty/contracts/api/accounts/accounts.ts'
import type { InvitationFacts } from '@thirty/contracts/api/admin/team.ts'
import type { LogInResponse } from '@thirty/contracts/api/accounts/two-factor.ts'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'

export const logIn = (body: LogInRequest): Promise<LogInResponse> =>
  request('POST', '/api/auth/login', { body, area: 'none' })

export const signUp = (body: AdminSignUpRequest): Promise<SignedInResponse> =>
  request('POST', '/api/auth/admin-signup', { body, area: 'none' })

/** Returns what an invitation is for; `unknown` for a token that never existed. */
export async function checkInvitation(
  token: string,
  signal: AbortSignal,
): Promise<InvitationFacts | { state: 'unknown' }> {
  try {
    const body = { token }
    return (await request('POST', '/api/auth/invitations/check', { body, area: 'none', signal })).invitation
  } catch (error) {
    if (error instanceof RequestFailed && error.code === 'invitation-not-found') return { state: 'unknown' }
    throw error
  }
}

export const acceptInvitation = (
  body: Omit<AdminSignUpRequest, 'adminKey'> & { token: string },
): Promise<SignedInResponse> => request('POST', '/api/auth/invitations/accept', { body, area: 'none' })

/** Returns the current day of the challenge. Asks the showcase endpoint, because visitors may call it. */
export const fetchCurrentDay = async (signal: AbortSignal): Promise<number> =>
  (await request('GET', '/api/leaderboard/showcase', { area: 'none', signal })).day
