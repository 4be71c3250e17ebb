import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

/**
 * Streams `sign-in-<sha256 of the browser's nonce>`: one social sign-in, from the provider's answer to the session. Each
 * step is taken once, whichever process is asked, also after a restart. Who signed in is told by the metadata alone.
 */
export const signInEvents = {
  /** A browser came back from the provider with our state: the state is used up. */
  SocialSignInReturned: { version: 1, data: z.object({ provider: z.enum(['github', 'google']) }) },
  /** The one-time ticket was changed into a session. */
  SocialSignInCompleted: { version: 1, data: z.object({}) },
}
export type SignInEvent = EventOf<typeof signInEvents>
