import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

const theme = z.enum(['light', 'dark', 'system'])
const notifications = z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() })

/** Streams `user-<id>`: the only place where a name or an address is kept. */
export const userEvents = {
  UserRegistered: {
    version: 1,
    data: z.object({
      fullName: z.string(),
      username: z.string().optional(),
      email: z.string(),
      role: z.enum(['participant', 'admin']),
    }),
  },
  ProfileChanged: {
    version: 1,
    data: z.object({
      fullName: z.string().optional(),
      username: z.string().optional(),
      bio: z.string().optional(),
      location: z.string().optional(),
      website: z.string().optional(),
    }),
  },
  /** `image` is a picture's name in the media store; since version 2 it may be null, when it was taken away. */
  ProfileImageChanged: { version: 2, data: z.object({ image: z.string().nullable() }) },
  SignInProviderLinked: {
    version: 1,
    data: z.object({ provider: z.enum(['github', 'google']), subject: z.string() }),
  },
  UserStatusChanged: { version: 1, data: z.object({ status: z.enum(['active', 'inactive', 'pending']) }) },
  /** The user is about to take a username: it is reserved next, and a `ProfileChanged` makes it theirs. */
  UsernameClaimed: { version: 1, data: z.object({ username: z.string(), claim: z.string() }) },
  /** The claim took too long, and whoever wants the name may have it. */
  UsernameClaimDropped: { version: 1, data: z.object({ username: z.string() }) },
  /** Tokens of an older session version are worth nothing from here on. */
  SessionsRevoked: { version: 1, data: z.object({ sessionVersion: z.int() }) },
  /** One token, by its id, is worth nothing from here on. It would have run out at `expiresAt` (ISO). */
  SessionEnded: { version: 1, data: z.object({ token: z.string(), expiresAt: z.string() }) },
  PreferencesChanged: {
    version: 1,
    data: z.object({ theme: theme.optional(), notifications: notifications.optional() }),
  },
  BookmarkAdded: { version: 1, data: z.object({ url: z.string() }) },
  BookmarkRemoved: { version: 1, data: z.object({ url: z.string() }) },
}
export type UserEvent = EventOf<typeof userEvents>

/**
 * Streams `deleted-<id>`: says for ever that the streams `user-<id>` and `credentials-<id>` are gone, and what of them
 * the standings rest on. It is about no person any more: nothing in it tells who it was.
 */
export const deletionEvents = {
  AccountDeleted: {
    version: 1,
    data: z.object({
      role: z.enum(['participant', 'admin']),
      status: z.enum(['active', 'inactive', 'pending']),
      /** When the account was made (ISO), and where in the log (decimal text). */
      registered: z.object({ at: z.string(), position: z.string() }),
    }),
  },
}
export type DeletionEvent = EventOf<typeof deletionEvents>

/** The one stream `admins`: who may act as one. It is what keeps the last one there. */
export const adminEvents = {
  AdminJoined: { version: 1, data: z.object({ user: z.string() }) },
  AdminLeft: { version: 1, data: z.object({ user: z.string() }) },
}
export type AdminEvent = EventOf<typeof adminEvents>

/**
 * Streams `credentials-<id>`, of which the log keeps the last event only. Sessions of a version below `sessionVersion`
 * end with it; the first password ends none.
 */
export const credentialsEvents = {
  PasswordSet: {
    version: 1,
    data: z.object({ hash: z.string(), sessionVersion: z.int().optional() }),
  },
  /** Whoever had set the password never showed that the address is theirs, and its owner has come. */
  PasswordRemoved: { version: 1, data: z.object({ sessionVersion: z.int() }) },
}
export type CredentialsEvent = EventOf<typeof credentialsEvents>

/**
 * Streams `email-<sha256>` and `username-<name>`: who holds a name.
 * A reservation is a promise: it counts for a minute, and for as long as the user's own stream says the same.
 */
export const reservationEvents = {
  Reserved: { version: 1, data: z.object({ user: z.string() }) },
  Released: { version: 1, data: z.object({}) },
}
export type ReservationEvent = EventOf<typeof reservationEvents>

/** Streams `password-reset-<sha256 of the token>`. `expiresAt` is ISO time. */
export const passwordResetEvents = {
  PasswordResetRequested: { version: 1, data: z.object({ user: z.string(), expiresAt: z.string() }) },
  PasswordResetUsed: { version: 1, data: z.object({}) },
}
export type PasswordResetEvent = EventOf<typeof passwordResetEvents>
