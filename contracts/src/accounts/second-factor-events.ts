// Streams `second-factors-<id>`; the log keeps only their last event, which therefore has all second factors of the account. Secrets are
// nowhere else.

import { z } from 'zod'
import { event, notAudited, unread, type EventOf } from '../events/event-definition.ts'

/** A passkey. `credential` and `publicKey` are base64url, `counter` is that of the last signature. Times are ISO. */
const storedPasskey = z.object({
  id: z.string(),
  name: z.string(),
  credential: z.string(),
  publicKey: z.string(),
  counter: z.int(),
  transports: z.array(z.string()),
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
})

export const secondFactorEvents = {
  SecondFactorsChanged: event(
    {
      /** The authenticator app: its encrypted secret, and the number of the last time step whose code was accepted. */
      app: z.object({ secret: z.string(), addedAt: z.string(), lastStep: z.int() }).nullable(),
      passkeys: z.array(storedPasskey),
      /** Digests of the recovery codes that are left. */
      recoveryCodes: z.object({ digests: z.array(z.string()), createdAt: z.string() }).nullable(),
      /** Digests of single-use values that were used, until (ISO) they expire. */
      used: z.array(z.object({ digest: z.string(), until: z.string() })),
    },
    { ...unread, ownData: ['secondFactors'] },
    notAudited,
  ),
}
export type SecondFactorEvent = EventOf<typeof secondFactorEvents>
