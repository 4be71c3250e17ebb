import { z } from 'zod'
import type { EventOf } from './catalogue.ts'

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
  /** `image` is a picture's name in the media store. */
  ProfileImageChanged: { version: 1, data: z.object({ image: z.string() }) },
  SignInProviderLinked: {
    version: 1,
    data: z.object({ provider: z.enum(['github', 'google']), subject: z.string() }),
  },
  UserStatusChanged: { version: 1, data: z.object({ status: z.enum(['active', 'inactive', 'pending']) }) },
  /** Tokens of an older session version are worth nothing from here on. */
  SessionsRevoked: { version: 1, data: z.object({ sessionVersion: z.int() }) },
  PreferencesChanged: {
    version: 1,
    data: z.object({ theme: theme.optional(), notifications: notifications.optional() }),
  },
  BookmarkAdded: { version: 1, data: z.object({ url: z.string() }) },
  BookmarkRemoved: { version: 1, data: z.object({ url: z.string() }) },
}
export type UserEvent = EventOf<typeof userEvents>

/** Streams `credentials-<id>`, of which the log keeps the last event only. */
export const credentialsEvents = { PasswordSet: { version: 1, data: z.object({ hash: z.string() }) } }
export type CredentialsEvent = EventOf<typeof credentialsEvents>

/**
 * Streams `email-<sha256>` and `username-<name>`: who holds a name.
 * A reservation is a promise: it counts for a minute, and for ever once the user's own stream exists.
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
