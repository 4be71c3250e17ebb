import { z } from 'zod'
import { commandResponse } from '../responses.ts'

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

/** The current session comes first, then the last seen. At most 50. */
export const ownSessionsResponse = z.object({ success: z.literal(true), sessions: z.array(ownSession) })

/** The last seen comes first. */
export const sessionsOfUserResponse = z.object({ success: z.literal(true), sessions: z.array(session) })

/** All other sessions have ended; `token` replaces the caller's own. */
export const otherSessionsEndedResponse = commandResponse.extend({ token: z.string() })

/** A session in the export of own data. */
export const exportedSession = session.extend({ expiresAt: z.string() })
