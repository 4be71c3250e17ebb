import { z } from 'zod'
import { adminRoles } from '../team/admin-roles.ts'
import { profileFields } from './profile-fields.ts'
import { event, pickEvents, type EventOf } from '../events/event-definition.ts'

const userStatus = z.enum(['active', 'inactive', 'pending'])
const adminRole = z.enum(adminRoles)
const theme = z.enum(['light', 'dark', 'system'])
const notifications = z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() })

/** Streams `user-<id>`: the only events with names or email addresses. */
export const userEvents = {
  UserRegistered: event({
    fullName: z.string(),
    username: z.string().optional(),
    email: z.string(),
    role: z.enum(['participant', 'admin']),
    /** The role of an admin who was invited. Missing for participants and for owners. */
    adminRole: adminRole.optional(),
    /** The language in which the user signed up, by its code. Missing for the default language. */
    language: z.string().optional(),
  }),
  ProfileChanged: event({
    fullName: z.string().optional(),
    username: z.string().optional(),
    bio: z.string().optional(),
    location: z.string().optional(),
    website: z.string().optional(),
  }),
  /** `image` is a name in the media store. Since version 2 it is null if the image was removed. */
  ProfileImageChanged: { version: 2, data: z.object({ image: z.string().nullable() }) },
  SignInProviderLinked: event({ provider: z.enum(['github', 'google']), subject: z.string() }),
  UserStatusChanged: event({ status: userStatus }),
  /** An operator has made the participant an admin, for good, with the role owner. */
  AdminRightsGranted: event({}),
  /** First step of a change of username: the name is reserved next, and `ProfileChanged` completes the change. */
  UsernameClaimed: event({ username: z.string(), claim: z.string() }),
  /** The claim expired; the username is available to everyone again. */
  UsernameClaimDropped: event({ username: z.string() }),
  /** A link in an email to this address was used. It says nothing about another address that the account has later. */
  EmailConfirmed: event({ email: z.string() }),
  /** Session tokens with a lower session version are invalid from here on. */
  SessionsRevoked: event({ sessionVersion: z.int() }),
  /** The session token with this id is invalid from here on. It would have expired at `expiresAt` (ISO). */
  SessionEnded: event({ token: z.string(), expiresAt: z.string() }),
  /**
   * `publicFields`: the fields of the profile that all signed-in users see. Without any such event: none. `language`: a code,
   * which a newer release may have written that has more languages.
   */
  PreferencesChanged: event({
    theme: theme.optional(),
    notifications: notifications.optional(),
    publicFields: z.array(z.enum(profileFields)).optional(),
    language: z.string().optional(),
  }),
  BookmarkAdded: event({ url: z.string() }),
  BookmarkRemoved: event({ url: z.string() }),
  /** What became of second factors, without their secrets, which are in `second-factors-<id>`. Times are ISO. */
  AuthenticatorAppAdded: event({ addedAt: z.string() }),
  AuthenticatorAppRemoved: event({}),
  PasskeyAdded: event({ passkey: z.string(), name: z.string() }),
  PasskeyRenamed: event({ passkey: z.string(), name: z.string() }),
  PasskeyRemoved: event({ passkey: z.string() }),
  RecoveryCodesCreated: event({ createdAt: z.string(), count: z.int() }),
  RecoveryCodeUsed: event({ left: z.int() }),
  /** An operator has removed all second factors and recovery codes. */
  SecondFactorsReset: event({}),
}
export type UserEvent = EventOf<typeof userEvents>

/** What the stream of an account says about its second factors. */
export const factorEvents = pickEvents(
  userEvents,
  'AuthenticatorAppAdded',
  'AuthenticatorAppRemoved',
  'PasskeyAdded',
  'PasskeyRenamed',
  'PasskeyRemoved',
  'RecoveryCodesCreated',
  'RecoveryCodeUsed',
  'SecondFactorsReset',
)
export type FactorEvent = EventOf<typeof factorEvents>

/**
 * Streams `deleted-<id>`: a permanent record that the streams `user-<id>` and `credentials-<id>` were deleted, with the
 * data that the leaderboard still needs. It contains no personal data.
 */
export const deletionEvents = {
  AccountDeleted: event({
    role: z.enum(['participant', 'admin']),
    status: userStatus,
    /** Time (ISO) and log position (decimal text) of the registration. */
    registered: z.object({ at: z.string(), position: z.string() }),
  }),
}
export type DeletionEvent = EventOf<typeof deletionEvents>

/**
 * The single stream `admins`: who is an admin, with which role, and the invitations of further ones. One stream for all makes it
 * possible to protect the last owner, and to take an invitation back together with the role of its maker. It contains neither names
 * nor email addresses.
 */
export const adminEvents = {
  /** `role` is missing for admins who keep the role that they have; without any event that is owner. */
  AdminJoined: event({ user: z.string(), role: adminRole.optional() }),
  AdminLeft: event({ user: z.string() }),
  AdminRoleChanged: event({ user: z.string(), from: adminRole, to: adminRole }),
  /** `tokenHash`: SHA-256 of the token in the link, hex. `expiresAt`: ISO time. `by` is an operator or an owner. */
  InvitationCreated: event({
    invitation: z.string(),
    tokenHash: z.string(),
    role: adminRole,
    by: z.string(),
    expiresAt: z.string(),
  }),
  /** `user` is the admin whom the invitation made. */
  InvitationUsed: event({ invitation: z.string(), user: z.string() }),
  InvitationRevoked: event({ invitation: z.string() }),
}
export type AdminEvent = EventOf<typeof adminEvents>

/**
 * Streams `credentials-<id>`; the log keeps only their last event. Sessions with a version below `sessionVersion` end.
 * The first password of an account has none and ends no sessions.
 */
export const credentialsEvents = {
  PasswordSet: event({ hash: z.string(), sessionVersion: z.int().optional() }),
  /**
   * The verified owner of the email address signed in with a provider. The password had been set by somebody who never
   * proved that the address is theirs.
   */
  PasswordRemoved: event({ sessionVersion: z.int() }),
}
export type CredentialsEvent = EventOf<typeof credentialsEvents>

/**
 * Streams `email-<digest>`, `username-<digest>` and `identity-<provider>-<digest>`: which user has a unique value. The
 * digest is an HMAC under the reservation key of the installation; releases before 0.2.0 used a SHA-256, and usernames as
 * they are. A reservation is valid for one minute; after that, only as long as the stream of the user confirms it.
 */
export const reservationEvents = {
  Reserved: event({ user: z.string() }),
  Released: event({}),
}
export type ReservationEvent = EventOf<typeof reservationEvents>

/** Streams `password-reset-<sha256 of the token>`. `expiresAt` is ISO time. */
export const passwordResetEvents = {
  PasswordResetRequested: event({ user: z.string(), expiresAt: z.string() }),
  PasswordResetUsed: event({}),
}
export type PasswordResetEvent = EventOf<typeof passwordResetEvents>
