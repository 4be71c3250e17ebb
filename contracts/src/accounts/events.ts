// The events of accounts: users and their deletion, admins, credentials, reservations of names, and password resets.

import { z } from 'zod'
import { adminRoles } from '../team/admin-roles.ts'
import { profileFields } from './profile-fields.ts'
import {
  event,
  notAudited,
  ofInstallation,
  pickEvents,
  unread,
  type EventOf,
} from '../events/event-definition.ts'

const userStatus = z.enum(['active', 'inactive', 'pending'])
const adminRole = z.enum(adminRoles)
const theme = z.enum(['light', 'dark', 'system'])
const notifications = z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() })

const ofAccount = { backupFile: false, ownData: ['account'], exports: ['users'] } as const
/** The name of a participant is in all exports. */
const ofName = { ...ofAccount, exports: ['users', 'projects', 'ratings', 'standings'] } as const
const ofBookmark = { ...unread, ownData: ['bookmarks'] } as const
const ofSession = { ...ofInstallation, ownData: ['sessions'] } as const

/** Streams `user-<id>`: the only events with names or email addresses. */
export const userEvents = {
  UserRegistered: event(
    {
      fullName: z.string(),
      username: z.string().optional(),
      email: z.string(),
      role: z.enum(['participant', 'admin']),
      /** The role of an admin who was invited. Missing for participants and for owners. */
      adminRole: adminRole.optional(),
      /** The language in which the user signed up, by its code. Missing for the default language. */
      language: z.string().optional(),
    },
    { ...ofName, shown: ['role'] },
    {
      action: ['admin-registered', 'Admin registered'],
      about: 'user',
      says: { registeredAsAdmin: '{subject} registered as an admin' },
    },
  ),
  ProfileChanged: event(
    {
      fullName: z.string().optional(),
      username: z.string().optional(),
      bio: z.string().optional(),
      location: z.string().optional(),
      website: z.string().optional(),
    },
    ofName,
    notAudited,
  ),
  /** `image` is a name in the media store. Since version 2 it is null if the image was removed. */
  ProfileImageChanged: {
    ...event({ image: z.string().nullable() }, { ...ofAccount, exports: [] }, notAudited),
    version: 2,
  },
  SignInProviderLinked: event(
    { provider: z.enum(['github', 'google']), subject: z.string() },
    { ...ofAccount, shown: ['provider'] },
    {
      action: ['sign-in-linked', 'Sign-in linked'],
      about: 'user',
      says: { signInLinked: '{subject} linked {provider} as a way to sign in' },
    },
  ),
  UserStatusChanged: event(
    { status: userStatus },
    { ...ofAccount, exports: ['users', 'standings'], shown: ['status'] },
    {
      action: ['user-status-changed', 'User status changed'],
      about: 'user',
      says: {
        activated: '{actor} activated {subject}',
        deactivated: '{actor} deactivated {subject}',
        setToPending: '{actor} set {subject} to pending',
      },
    },
  ),
  /** An operator has made the participant an admin, for good, with the role owner. */
  AdminRightsGranted: event(
    {},
    { ...ofAccount, exports: ['users', 'standings'] },
    {
      action: ['admin-rights-granted', 'Made an admin'],
      about: 'user',
      says: { madeAdmin: '{actor} made {subject} an admin' },
    },
  ),
  /** First step of a change of username: the name is reserved next, and `ProfileChanged` completes the change. */
  UsernameClaimed: event(
    { username: z.string(), claim: z.string() },
    { ...unread, shown: ['claim'] },
    notAudited,
  ),
  /** The claim expired; the username is available to everyone again. */
  UsernameClaimDropped: event({ username: z.string() }, unread, notAudited),
  /** A link in an email to this address was used. It says nothing about another address that the account has later. */
  EmailConfirmed: event({ email: z.string() }, ofAccount, notAudited),
  /** Session tokens with a lower session version are invalid from here on. */
  SessionsRevoked: event(
    { sessionVersion: z.int() },
    { ...ofSession, shown: ['sessionVersion'] },
    {
      action: ['sessions-ended', 'All sessions ended'],
      about: 'user',
      says: {
        sessionsEnded: 'All sessions of {subject} ended',
        sessionsEndedBy: '{actor} ended all sessions of {subject}',
      },
    },
  ),
  /** The session token with this id is invalid from here on. It would have expired at `expiresAt` (ISO). */
  SessionEnded: event(
    { token: z.string(), expiresAt: z.string() },
    { ...ofSession, shown: ['expiresAt'] },
    notAudited,
  ),
  /**
   * `publicFields`: the fields of the profile that all signed-in users see. Without any such event: none. `language`: a code,
   * which a newer release may have written that has more languages.
   */
  PreferencesChanged: event(
    {
      theme: theme.optional(),
      notifications: notifications.optional(),
      publicFields: z.array(z.enum(profileFields)).optional(),
      language: z.string().optional(),
    },
    { ...ofAccount, exports: [], shown: ['theme', 'notifications'] },
    notAudited,
  ),
  BookmarkAdded: event({ url: z.string() }, ofBookmark, notAudited),
  BookmarkRemoved: event({ url: z.string() }, ofBookmark, notAudited),
  // What became of second factors, without their secrets, which are in `second-factors-<id>`. Times are ISO.
  AuthenticatorAppAdded: event(
    { addedAt: z.string() },
    { ...ofInstallation, shown: ['addedAt'] },
    {
      action: ['authenticator-app-added', 'Authenticator app added'],
      about: 'user',
      says: { appAdded: '{subject} added an authenticator app' },
    },
  ),
  AuthenticatorAppRemoved: event({}, ofInstallation, {
    action: ['authenticator-app-removed', 'Authenticator app removed'],
    about: 'user',
    says: { appRemoved: '{subject} removed their authenticator app' },
  }),
  PasskeyAdded: event(
    { passkey: z.string(), name: z.string() },
    { ...ofInstallation, shown: ['passkey'] },
    {
      action: ['passkey-added', 'Passkey added'],
      about: 'user',
      says: { passkeyAdded: '{subject} added the passkey “{passkey}”' },
    },
  ),
  PasskeyRenamed: event(
    { passkey: z.string(), name: z.string() },
    { ...unread, shown: ['passkey'] },
    {
      action: ['passkey-renamed', 'Passkey renamed'],
      about: 'user',
      says: { passkeyRenamed: '{subject} renamed the passkey “{passkey}” to “{name}”' },
    },
  ),
  PasskeyRemoved: event(
    { passkey: z.string() },
    { ...ofInstallation, shown: ['passkey'] },
    {
      action: ['passkey-removed', 'Passkey removed'],
      about: 'user',
      says: { passkeyRemoved: '{subject} removed the passkey “{passkey}”' },
    },
  ),
  RecoveryCodesCreated: event(
    { createdAt: z.string(), count: z.int() },
    { ...unread, shown: ['createdAt', 'count'] },
    {
      action: ['recovery-codes-created', 'Recovery codes created'],
      about: 'user',
      says: { recoveryCodesCreated: '{subject} created recovery codes' },
    },
  ),
  RecoveryCodeUsed: event(
    { left: z.int() },
    { ...unread, shown: ['left'] },
    {
      action: ['recovery-code-used', 'Recovery code used'],
      about: 'user',
      says: { recoveryCodeUsed: '{subject} used a recovery code' },
    },
  ),
  /** An operator has removed all second factors and recovery codes. */
  SecondFactorsReset: event({}, ofInstallation, {
    action: ['two-factor-reset', 'Two-factor sign-in reset'],
    about: 'user',
    says: { twoFactorReset: '{actor} reset the two-factor sign-in of {subject}' },
  }),
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
  AccountDeleted: event(
    {
      role: z.enum(['participant', 'admin']),
      status: userStatus,
      /** Time (ISO) and log position (decimal text) of the registration. */
      registered: z.object({ at: z.string(), position: z.string() }),
    },
    // Nobody is left who downloads it.
    { ...ofName, ownData: [] },
    {
      action: ['account-deleted', 'Account deleted'],
      about: 'user',
      says: { accountDeleted: '{subject} deleted their account' },
    },
  ),
}
export type DeletionEvent = EventOf<typeof deletionEvents>

/**
 * The single stream `admins`: who is an admin, with which role, and the invitations of further ones. One stream for all makes it
 * possible to protect the last owner, and to take an invitation back together with the role of its maker. It contains neither names
 * nor email addresses.
 */
export const adminEvents = {
  /** `role` is missing for admins who keep the role that they have; without any event that is owner. */
  AdminJoined: event({ user: z.string(), role: adminRole.optional() }, ofInstallation, notAudited),
  AdminLeft: event({ user: z.string() }, ofInstallation, notAudited),
  AdminRoleChanged: event({ user: z.string(), from: adminRole, to: adminRole }, ofAccount, {
    action: ['admin-role-changed', 'Role changed'],
    about: 'user',
    subject: ['user'],
    says: { roleChanged: '{actor} changed the role of {subject} from {from} to {to}' },
  }),
  /** `tokenHash`: SHA-256 of the token in the link, hex. `expiresAt`: ISO time. `by` is an operator or an owner. */
  InvitationCreated: event(
    {
      invitation: z.string(),
      tokenHash: z.string(),
      role: adminRole,
      by: z.string(),
      expiresAt: z.string(),
    },
    ofInstallation,
    {
      action: ['invitation-created', 'Admin invited'],
      about: 'invitation',
      subject: ['invitation'],
      says: { adminInvited: '{actor} invited an admin with the role {role}' },
    },
  ),
  /** `user` is the admin whom the invitation made. */
  InvitationUsed: event({ invitation: z.string(), user: z.string() }, ofInstallation, {
    action: ['invitation-used', 'Invitation used'],
    about: 'invitation',
    subject: ['invitation'],
    actor: 'user',
    says: { invitationWasUsed: '{actor} used an invitation by {maker} with the role {role}' },
  }),
  InvitationRevoked: event({ invitation: z.string() }, ofInstallation, {
    action: ['invitation-revoked', 'Invitation revoked'],
    about: 'invitation',
    subject: ['invitation'],
    says: { invitationWasRevoked: '{actor} revoked an invitation with the role {role}' },
  }),
}
export type AdminEvent = EventOf<typeof adminEvents>

/**
 * Streams `credentials-<id>`; the log keeps only their last event. Sessions with a version below `sessionVersion` end.
 * The first password of an account has none and ends no sessions.
 */
export const credentialsEvents = {
  PasswordSet: event(
    { hash: z.string(), sessionVersion: z.int().optional() },
    { ...unread, shown: ['sessionVersion'] },
    {
      action: ['password-set', 'Password changed'],
      about: 'user',
      says: { passwordSet: '{subject} set a new password' },
    },
  ),
  /**
   * The verified owner of the email address signed in with a provider. The password had been set by somebody who never
   * proved that the address is theirs.
   */
  PasswordRemoved: event(
    { sessionVersion: z.int() },
    { ...unread, shown: ['sessionVersion'] },
    {
      action: ['password-removed', 'Password removed'],
      about: 'user',
      says: {
        passwordRemoved: 'The password of {subject} was removed: the owner of the email address signed in',
      },
    },
  ),
}
export type CredentialsEvent = EventOf<typeof credentialsEvents>

/**
 * Streams `email-<digest>`, `username-<digest>` and `identity-<provider>-<digest>`: which user has a unique value. The
 * digest is an HMAC under the reservation key of the installation; releases before 0.2.0 used a SHA-256, and usernames as
 * they are. A reservation is valid for one minute; after that, only as long as the stream of the user confirms it.
 */
export const reservationEvents = {
  Reserved: event({ user: z.string() }, unread, notAudited),
  Released: event({}, unread, notAudited),
}
export type ReservationEvent = EventOf<typeof reservationEvents>

/** Streams `password-reset-<sha256 of the token>`. `expiresAt` is ISO time. */
export const passwordResetEvents = {
  PasswordResetRequested: event({ user: z.string(), expiresAt: z.string() }, unread, {
    action: ['password-reset-requested', 'Password reset requested'],
    about: 'user',
    subject: ['user'],
    says: { resetRequested: 'A password reset link was requested for {subject}' },
  }),
  // Only the owner of an account can use a link, so this is the user.
  PasswordResetUsed: event({}, unread, {
    action: ['password-reset-used', 'Password reset used'],
    about: 'user',
    subject: 'actor',
    says: { resetUsed: '{subject} used a password reset link' },
  }),
}
export type PasswordResetEvent = EventOf<typeof passwordResetEvents>
