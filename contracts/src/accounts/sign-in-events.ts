// The events of what people sign in with: passwords and their resets, reservations of email addresses, usernames and identities with the
// key that names them, social sign-ins, and second factors. `factorChangeEvents` say in the stream of the account what changed of the
// factors; `factorSecretEvents` have the factors themselves with their secrets, in a separate stream.

import { z } from 'zod'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `credentials-<id>`; the log keeps only their last event. Sessions with a version below `sessionVersion` end.
 * The first password of an account has none and ends no sessions.
 */
export const credentialsEvents = {
  PasswordSet: event({ hash: z.string(), sessionVersion: z.int().optional() }, 'user', {
    label: 'Password changed',
    says: { passwordSet: '{subject} set a new password' },
  }),
  /**
   * The verified owner of the email address signed in with a provider. The password had been set by somebody who never
   * proved that the address is theirs.
   */
  PasswordRemoved: event({ sessionVersion: z.int() }, 'user', {
    says: {
      passwordRemoved: 'The password of {subject} was removed: the owner of the email address signed in',
    },
  }),
}
export type CredentialsEvent = EventOf<typeof credentialsEvents>

/**
 * Streams `email-<digest>`, `username-<digest>` and `identity-<provider>-<digest>`: which user has a unique value. The
 * digest is an HMAC under the reservation key of the installation; releases before 0.2.0 used a SHA-256, and usernames as
 * they are. A reservation is valid for one minute; after that, only as long as the stream of the user confirms it.
 */
export const reservationEvents = {
  Reserved: unauditedEvent({ user: z.string() }),
  Released: unauditedEvent({}),
}
export type ReservationEvent = EventOf<typeof reservationEvents>

/**
 * The single stream `reservation-key`: which key names the streams of unique names in this log. The key itself is not in
 * the log. `fingerprint` identifies the key without revealing it. `followsOlderRelease` is in stored events, and
 * nothing reads it.
 */
export const reservationKeyEvents = {
  ReservationKeySet: unauditedEvent({ fingerprint: z.string(), followsOlderRelease: z.boolean().optional() }),
}
export type ReservationKeyEvent = EventOf<typeof reservationKeyEvents>

/** Streams `password-reset-<sha256 of the token>`. `expiresAt` is ISO time. */
export const passwordResetEvents = {
  PasswordResetRequested: event({ user: z.string(), expiresAt: z.string() }, 'user', {
    says: { resetRequested: 'A password reset link was requested for {subject}' },
  }),
  // Only the owner of an account can use a link, so this is the user.
  PasswordResetUsed: event({}, 'user', {
    subject: 'actor',
    says: { resetUsed: '{subject} used a password reset link' },
  }),
}
export type PasswordResetEvent = EventOf<typeof passwordResetEvents>

/**
 * Streams `sign-in-<sha256 of the browser's nonce>`: one social sign-in, from the callback of the provider to the session.
 * Each step can happen only once, across processes and restarts. Only the metadata contains who signed in.
 */
export const signInEvents = {
  /** The browser returned from the provider with a valid state, which is now used up. */
  SocialSignInReturned: unauditedEvent({ provider: z.enum(['github', 'google']) }),
  /** The one-time token was exchanged for a session. */
  SocialSignInCompleted: unauditedEvent({}),
}
export type SignInEvent = EventOf<typeof signInEvents>

/** What the stream `user-<id>` says about the second factors of the account, without their secrets. Times are ISO. */
export const factorChangeEvents = {
  AuthenticatorAppAdded: event({ addedAt: z.string() }, 'user', {
    says: { appAdded: '{subject} added an authenticator app' },
  }),
  AuthenticatorAppRemoved: event({}, 'user', {
    says: { appRemoved: '{subject} removed their authenticator app' },
  }),
  PasskeyAdded: event({ passkey: z.string(), name: z.string() }, 'user', {
    says: { passkeyAdded: '{subject} added the passkey “{passkey}”' },
  }),
  PasskeyRenamed: event({ passkey: z.string(), name: z.string() }, 'user', {
    says: { passkeyRenamed: '{subject} renamed the passkey “{passkey}” to “{name}”' },
  }),
  PasskeyRemoved: event({ passkey: z.string() }, 'user', {
    says: { passkeyRemoved: '{subject} removed the passkey “{passkey}”' },
  }),
  RecoveryCodesCreated: event({ createdAt: z.string(), count: z.int() }, 'user', {
    says: { recoveryCodesCreated: '{subject} created recovery codes' },
  }),
  RecoveryCodeUsed: event({ left: z.int() }, 'user', {
    says: { recoveryCodeUsed: '{subject} used a recovery code' },
  }),
  /** An operator has removed all second factors and recovery codes. */
  SecondFactorsReset: event({}, 'user', {
    action: 'two-factor-reset',
    label: 'Two-factor sign-in reset',
    says: { twoFactorReset: '{actor} reset the two-factor sign-in of {subject}' },
  }),
}
export type FactorChangeEvent = EventOf<typeof factorChangeEvents>

/** A passkey. `credential` and `publicKey` are base64url, `counter` is the counter of the last signature. Times are ISO. */
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
