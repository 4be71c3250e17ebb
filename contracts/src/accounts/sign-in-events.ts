// The events of what people sign in with: passwords and their resets, reservations of email addresses, usernames and identities, and social
// sign-ins.

import { z } from 'zod'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `credentials-<id>`; the log keeps only their last event. Sessions with a version below `sessionVersion` end.
 * The first password of an account has none and ends no sessions.
 */
export const credentialsEvents = {
  PasswordSet: event({ hash: z.string(), sessionVersion: z.int().optional() }, 'user', {
    action: ['password-set', 'Password changed'],
    says: { passwordSet: '{subject} set a new password' },
  }),
  /**
   * The verified owner of the email address signed in with a provider. The password had been set by somebody who never
   * proved that the address is theirs.
   */
  PasswordRemoved: event({ sessionVersion: z.int() }, 'user', {
    action: ['password-removed', 'Password removed'],
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

/** Streams `password-reset-<sha256 of the token>`. `expiresAt` is ISO time. */
export const passwordResetEvents = {
  PasswordResetRequested: event({ user: z.string(), expiresAt: z.string() }, 'user', {
    action: ['password-reset-requested', 'Password reset requested'],
    says: { resetRequested: 'A password reset link was requested for {subject}' },
  }),
  // Only the owner of an account can use a link, so this is the user.
  PasswordResetUsed: event({}, 'user', {
    action: ['password-reset-used', 'Password reset used'],
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
