// The events of second factors: `factorChangeEvents` say what changed, in the stream of the account; `factorSecretEvents` have the factors
// themselves with their secrets, in a separate stream.

import { z } from 'zod'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

/** What the stream `user-<id>` says about the second factors of the account, without their secrets. Times are ISO. */
export const factorChangeEvents = {
  AuthenticatorAppAdded: event({ addedAt: z.string() }, 'user', {
    action: ['authenticator-app-added', 'Authenticator app added'],
    says: { appAdded: '{subject} added an authenticator app' },
  }),
  AuthenticatorAppRemoved: event({}, 'user', {
    action: ['authenticator-app-removed', 'Authenticator app removed'],
    says: { appRemoved: '{subject} removed their authenticator app' },
  }),
  PasskeyAdded: event({ passkey: z.string(), name: z.string() }, 'user', {
    action: ['passkey-added', 'Passkey added'],
    says: { passkeyAdded: '{subject} added the passkey “{passkey}”' },
  }),
  PasskeyRenamed: event({ passkey: z.string(), name: z.string() }, 'user', {
    action: ['passkey-renamed', 'Passkey renamed'],
    says: { passkeyRenamed: '{subject} renamed the passkey “{passkey}” to “{name}”' },
  }),
  PasskeyRemoved: event({ passkey: z.string() }, 'user', {
    action: ['passkey-removed', 'Passkey removed'],
    says: { passkeyRemoved: '{subject} removed the passkey “{passkey}”' },
  }),
  RecoveryCodesCreated: event({ createdAt: z.string(), count: z.int() }, 'user', {
    action: ['recovery-codes-created', 'Recovery codes created'],
    says: { recoveryCodesCreated: '{subject} created recovery codes' },
  }),
  RecoveryCodeUsed: event({ left: z.int() }, 'user', {
    action: ['recovery-code-used', 'Recovery code used'],
    says: { recoveryCodeUsed: '{subject} used a recovery code' },
  }),
  /** An operator has removed all second factors and recovery codes. */
  SecondFactorsReset: event({}, 'user', {
    action: ['two-factor-reset', 'Two-factor sign-in reset'],
    says: { twoFactorReset: '{actor} reset the two-factor sign-in of {subject}' },
  }),
}
export type FactorChangeEvent = EventOf<typeof factorChangeEvents>

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

/**
 * Streams `second-factors-<id>`; the log keeps only their last event, which therefore has all second factors of the account. Secrets are
 * nowhere else.
 */
export const factorSecretEvents = {
  SecondFactorsChanged: unauditedEvent({
    /** The authenticator app: its encrypted secret, and the number of the last time step whose code was accepted. */
    app: z.object({ secret: z.string(), addedAt: z.string(), lastStep: z.int() }).nullable(),
    passkeys: z.array(storedPasskey),
    /** Digests of the recovery codes that are left. */
    recoveryCodes: z.object({ digests: z.array(z.string()), createdAt: z.string() }).nullable(),
    /** Digests of single-use values that were used, until (ISO) they expire. */
    used: z.array(z.object({ digest: z.string(), until: z.string() })),
  }),
}
export type FactorSecretEvent = EventOf<typeof factorSecretEvents>
