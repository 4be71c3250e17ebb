import { z } from 'zod'
import { commandResponse, queryResponse } from '../endpoints/responses.ts'
import { get, post, del } from '../endpoints/endpoint-definition.ts'

/**
 * A browser or program that is logged in. `browser` and `system` are names such as `Firefox` and `Windows`, null if it did not
 * say. `since`: when it logged in; `lastSeenAt`: when it last sent a request or had an open socket, to the minute (ISO).
 */
const session = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  since: z.string(),
  lastSeenAt: z.string(),
})
export type SessionFacts = z.infer<typeof session>

/** A session of the caller. `current`: whether it sent the request. */
const ownSession = session.extend({ id: z.string(), current: z.boolean() })
export type OwnSession = z.infer<typeof ownSession>

/** A session in the export of own data. */
export const exportedSession = session.extend({ expiresAt: z.string() })

export const sessionEndpoints = {
  mine: get('/api/auth/sessions', 'signed-in', {
    allowsPending: true,
    summary: 'Where I am logged in',
    /** The current session comes first, then the last seen. At most 50. */
    response: queryResponse.extend({ sessions: z.array(ownSession) }),
  }),
  end: del('/api/auth/sessions/:sessionId', 'signed-in', {
    allowsPending: true,
    summary: 'End one of my sessions',
    limit: 'end-sessions',
  }),
  endOthers: post('/api/auth/sessions/end-others', 'signed-in', {
    allowsPending: true,
    summary: 'End all my sessions except this one, which continues with a new token',
    limit: 'end-sessions',
    /** All other sessions have ended; `token` replaces the caller's own. */
    response: commandResponse.extend({ token: z.string() }),
    compression: 'never',
  }),
  ofUser: get('/api/auth/users/:userId/sessions', 'view-admin-area', {
    summary: 'Where a user is logged in',
    /** The last seen comes first. */
    response: queryResponse.extend({ sessions: z.array(session) }),
  }),
  endAllOfUser: del('/api/auth/users/:userId/sessions', 'manage-participants', {
    summary: 'End all sessions of a user',
    limit: 'end-sessions',
  }),
}
