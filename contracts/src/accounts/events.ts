// The events of an account itself: the user with profile, status, sessions, preferences, bookmarks and linked providers, its deletion, imports
// of participants, and failed attempts to log in or to confirm who one is, which only the audit shows. Passwords, reservations, social
// sign-ins and second factors are in `sign-in-events.ts`, the roles of admins in `team/events.ts`.

import { z } from 'zod'
import { adminRoles } from '../team/admin-roles.ts'
import { profileFields } from './profile-fields.ts'
import { factorChangeEvents } from './sign-in-events.ts'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

const userStatus = z.enum(['active', 'inactive', 'pending'])

/** Streams `user-<id>`: the only events with names or email addresses. */
export const userEvents = {
  UserRegistered: event(
    {
      fullName: z.string(),
      username: z.string().optional(),
      email: z.string(),
      role: z.enum(['participant', 'admin']),
      /** The role of an admin who was invited. Missing for participants and for owners. */
      adminRole: z.enum(adminRoles).optional(),
      /** The language in which the user signed up, by its code. Missing for the default language. */
      language: z.string().optional(),
    },
    'user',
    { action: 'admin-registered', says: { registeredAsAdmin: '{subject} registered as an admin' } },
  ),
  ProfileChanged: unauditedEvent({
    fullName: z.string().optional(),
    username: z.string().optional(),
    bio: z.string().optional(),
    location: z.string().optional(),
    website: z.string().optional(),
  }),
  /** `image` is a name in the media store. Since version 2 it is null if the image was removed. */
  ProfileImageChanged: { ...unauditedEvent({ image: z.string().nullable() }), version: 2 },
  SignInProviderLinked: event({ provider: z.enum(['github', 'google']), subject: z.string() }, 'user', {
    action: 'sign-in-linked',
    label: 'Sign-in linked',
    says: { signInLinked: '{subject} linked {provider} as a way to sign in' },
  }),
  UserStatusChanged: event({ status: userStatus }, 'user', {
    says: {
      activated: '{actor} activated {subject}',
      deactivated: '{actor} deactivated {subject}',
      setToPending: '{actor} set {subject} to pending',
    },
  }),
  /** An operator has permanently made the participant an admin, with the role owner. */
  AdminRightsGranted: event({}, 'user', {
    label: 'Made an admin',
    says: { madeAdmin: '{actor} made {subject} an admin' },
  }),
  /** First step of a change of username: the name is reserved next, and `ProfileChanged` completes the change. */
  UsernameClaimed: unauditedEvent({ username: z.string(), claim: z.string() }),
  /** The claim expired; the username is available to everyone again. */
  UsernameClaimDropped: unauditedEvent({ username: z.string() }),
  /** A link in an email to this address was used. It says nothing about another address that the account has later. */
  EmailConfirmed: unauditedEvent({ email: z.string() }),
  /** Session tokens with a lower session version are invalid from here on. */
  SessionsRevoked: event({ sessionVersion: z.int() }, 'user', {
    action: 'sessions-ended',
    label: 'All sessions ended',
    says: {
      sessionsEnded: 'All sessions of {subject} ended',
      sessionsEndedBy: '{actor} ended all sessions of {subject}',
    },
  }),
  /** The session token with this id is invalid from here on. It would have expired at `expiresAt` (ISO). */
  SessionEnded: unauditedEvent({ token: z.string(), expiresAt: z.string() }),
  /**
   * `publicFields`: the fields of the profile that all signed-in users see. Without any such event: none. `language`: a code,
   * which a newer release may have written that has more languages.
   */
  PreferencesChanged: unauditedEvent({
    theme: z.enum(['light', 'dark', 'system']).optional(),
    notifications: z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() }).optional(),
    publicFields: z.array(z.enum(profileFields)).optional(),
    language: z.string().optional(),
  }),
  BookmarkAdded: unauditedEvent({ url: z.string() }),
  BookmarkRemoved: unauditedEvent({ url: z.string() }),
  ...factorChangeEvents,
}
export type UserEvent = EventOf<typeof userEvents>

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
    'user',
    { says: { accountDeleted: '{subject} deleted their account' } },
  ),
}
export type DeletionEvent = EventOf<typeof deletionEvents>

/** Streams `imports-<date>`, one for each date (UTC): which admins imported participants. No personal data. */
export const importEvents = {
  /** Appended before the first account of an import. `rows`: accounts to create. */
  ParticipantImportStarted: event({ rows: z.int() }, 'data', {
    label: 'Import of participants started',
    subject: { id: 'users' },
    says: {
      participantImportStarted: '{actor} started an import of participants, accounts to create: {count}',
    },
  }),
  /** `created`: new accounts; `invited`: earlier ones that get another invitation; `unchanged`; `failed`: rows with an error. */
  ParticipantsImported: event(
    { created: z.int(), invited: z.int(), unchanged: z.int(), failed: z.int() },
    'data',
    {
      subject: { id: 'users' },
      says: {
        participantsImported:
          '{actor} imported participants: {created} created, {invited} invited again, {unchanged} unchanged, {failed} failed',
      },
    },
  ),
}
export type ImportEvent = EventOf<typeof importEvents>

/** `confirmation`: by somebody in an open session who had to prove again who they are. */
const attemptKinds = ['password', 'second-factor', 'confirmation'] as const
export type AttemptKind = (typeof attemptKinds)[number]

/**
 * Streams `attempts-<user>-<date>`: failed attempts at an account, in aggregate. `count` and `networks`: how many since `since` (ISO
 * time), as far as one process has seen them, and from how many networks. `lockedSeconds`: for how long further ones are refused.
 */
export const attemptEvents = {
  AttemptsFailed: event(
    {
      user: z.string(),
      kind: z.enum(attemptKinds),
      count: z.int(),
      networks: z.int(),
      since: z.string(),
      lockedSeconds: z.int().optional(),
    },
    'user',
    {
      label: 'Failed login attempts',
      says: {
        wrongPasswords: 'Wrong passwords for {subject}: {count}, from networks: {networks}',
        wrongFactors: 'Wrong second factors for {subject}: {count}, from networks: {networks}',
        wrongConfirmations: 'Wrong confirmations in a session of {subject}: {count}',
      },
    },
  ),
}
export type AttemptEvent = EventOf<typeof attemptEvents>
