// The session that this browser has stored: what is known of it when a page starts, and whether the server still accepts its token. The
// session that screens follow is `useSession` in `session.ts`.

import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { MeResponse, OwnUser } from '@thirty/contracts/accounts/api.ts'
import { request } from '../http/http.ts'
import { RequestFailed } from '../http/request-failed.ts'
import {
  clearSession,
  sessionAreas,
  storedArea,
  storedPerson,
  storedToken,
  storeSession,
  type SessionArea,
} from '../storage/browser-storage.ts'

/** The session of this browser. `lastSession` says how a visitor's previous session ended. */
export type Session =
  /**
   * `area` is where the stored token is valid, `personId` its owner, for whom the screens load data meanwhile. `isPending`: this browser
   * knows the owner as an admin who waits for approval. `role`: the last known role of an admin.
   */
  | {
      kind: 'checking'
      area: SessionArea
      personId?: string | undefined
      isPending?: boolean
      role?: AdminRole | undefined
    }
  | { kind: 'visitor'; lastSession: 'never' | 'logged-out' | 'ended' }
  | { kind: 'user'; user: OwnUser; stats?: MeResponse['stats'] }
  /** `needsTwoFactor`: set while the admin has to set up two-factor sign-in first. */
  | { kind: 'admin'; user: OwnUser; needsTwoFactor?: true | undefined }

/**
 * How a page starts: a stored token is checked first, and visitors have none. The build prerenders pages in the same way, with
 * a storage that is empty or has a token of a participant or an admin.
 */
export const initialSession = ((): Session => {
  const area = storedArea()
  if (area === undefined) return { kind: 'visitor', lastSession: 'never' }
  const { _id: personId, isAdmin, status } = storedPerson(area) ?? {}
  return { kind: 'checking', area, personId, isPending: isAdmin === true && status === 'pending' }
})()

/** Revokes a token on the server. Ignores failures: it expires by itself, and the user can log out everywhere. */
export const revokeToken = (token: string): Promise<unknown> =>
  request('POST', '/api/auth/logout', { token }).catch(() => undefined)

/** Removes tokens and persons from the storage. */
export const clearStoredSession = (): void => sessionAreas.forEach(clearSession)

/** The session of a stored token, `refused` if the server accepts none, or `unavailable` if it cannot say. */
type Verified = Extract<Session, { user: OwnUser }> | 'refused' | 'unavailable'

/** Asks the server who the owner of the stored tokens is: of the user's first, then of the admin's. */
export async function verifyStoredTokens(): Promise<Verified> {
  const user = await verifyStoredToken('user')
  return user === 'refused' ? verifyStoredToken('admin') : user
}

async function verifyStoredToken(area: SessionArea): Promise<Verified> {
  const token = storedToken(area)
  if (token === undefined) return 'refused'
  const response = await fetchMe(token)
  if (typeof response === 'string') return response
  if (area === 'admin' && !response.user.isAdmin) return 'refused'
  // Another tab may have replaced the token meanwhile, which starts another check.
  if (storedToken(area) === token) storeSession(area, token, response.user)
  return area === 'admin'
    ? { kind: 'admin', user: response.user, needsTwoFactor: response.needsTwoFactor }
    : { kind: 'user', user: response.user, stats: response.stats }
}

/** Returns the session of the last visit, for a start while the server cannot be reached; undefined if its user is unknown. */
export function rememberedSession(): Session | undefined {
  for (const area of sessionAreas) {
    const user = storedToken(area) === undefined ? undefined : storedPerson(area)
    if (user) return { kind: area, user }
  }
  return undefined
}

/** Delays between attempts in milliseconds. A restart of the server must not log users out. */
const retryDelaysMs = [500, 1500, 3000]

/** Only a 401 says that the token is not valid. Other failures, such as 429 and 503, say nothing about it. */
async function fetchMe(
  token: string,
  delays = retryDelaysMs,
): Promise<MeResponse | 'refused' | 'unavailable'> {
  try {
    const response = await request('GET', '/api/auth/me', { token })
    return response.success && response.user ? response : 'unavailable'
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401) return 'refused'
    const [delay, ...laterDelays] = delays
    if (delay === undefined) return 'unavailable'
    await new Promise((resolve) => setTimeout(resolve, delay))
    return fetchMe(token, laterDelays)
  }
}
