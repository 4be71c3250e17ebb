import { z } from 'zod'
import { event, notAudited, unread, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `sign-in-<sha256 of the browser's nonce>`: one social sign-in, from the callback of the provider to the session.
 * Each step can happen only once, across processes and restarts. Only the metadata contains who signed in.
 */
export const signInEvents = {
  /** The browser returned from the provider with a valid state, which is now used up. */
  SocialSignInReturned: event({ provider: z.enum(['github', 'google']) }, unread, notAudited),
  /** The one-time token was exchanged for a session. */
  SocialSignInCompleted: event({}, unread, notAudited),
}
export type SignInEvent = EventOf<typeof signInEvents>
