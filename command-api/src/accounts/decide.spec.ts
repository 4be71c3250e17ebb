import {
  ana,
  anaRegistered,
  deactivated,
  monday,
  userRule as rule,
} from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { maxRevokedTokens } from '@thirty/contracts/accounts/sessions.ts'
import type { Account, User } from './account.ts'
import {
  authenticate,
  confirmEmail,
  confirmProvenEmail,
  endSession,
  linkProvider,
  registerWithProvider,
  revokeOtherSessions,
  revokeSessions,
  revokeSessionsBelow,
  setStatus,
  type Identity,
} from './decide.ts'

const revoked = (sessionVersion: number): UserEvent => ({ type: 'SessionsRevoked', data: { sessionVersion } })
const confirmedAs = (email: string): UserEvent => ({ type: 'EmailConfirmed', data: { email } })
const changedTo = (status: Account['status']): UserEvent => ({ type: 'UserStatusChanged', data: { status } })
const linked = (data: Identity): UserEvent => ({ type: 'SignInProviderLinked', data })
const confirmed = confirmedAs(ana.email)
const gitHub: Identity = { provider: 'github', subject: '42' }

// Logins and sessions.

const authenticating = (isProven: boolean) => (user: User) => [authenticate(user, isProven).email]

const wrong = refused('wrong-credentials', 'Invalid email/username or password')

rule('a user with the right password logs in', [[anaRegistered], authenticating(true), ['Ana@Example.org']])

rule(
  'a wrong password and an unknown name are refused with the same message',
  [[anaRegistered], authenticating(false), wrong],
  [[], authenticating(true), wrong],
  [[], authenticating(false), wrong],
)

rule(
  'a deactivated user learns about it only after entering the right password',
  [[anaRegistered, deactivated], authenticating(true), 'account-inactive'],
  [[anaRegistered, deactivated], authenticating(false), 'wrong-credentials'],
)

const below = (version: number) => (user: User) => revokeSessionsBelow(user, version)

rule(
  'all sessions end with the next version, and those below a version once',
  [[anaRegistered], revokeSessions, [revoked(1)]],
  [[anaRegistered, revoked(4)], revokeSessions, [revoked(5)]],
  [[], revokeSessions, []],
  [[anaRegistered], below(3), [revoked(3)]],
  [[anaRegistered, revoked(2)], below(3), [revoked(3)]],
  [[anaRegistered, revoked(3)], below(3), []],
  [[anaRegistered, revoked(4)], below(3), []],
  [[], below(3), []],
)

const now = Date.parse(monday)
const afterRevocation = [anaRegistered, revoked(1)]
const hour = 3_600_000
/** Ends the other sessions some hours after Monday morning, on which all were ended if the log says so. */
const endingOthers =
  (hours: number, others: number, seenSince = now) =>
  (user: User) =>
    revokeOtherSessions(user, { others, seenSince, now: now + hours * hour })

rule(
  'another session is ended at any time, and nothing is written without one for a day after all were ended',
  ...[0, 1, 23].map((hours) => [afterRevocation, endingOthers(hours, 0), []] as const),
  ...[0, 1, 23].map((hours) => [afterRevocation, endingOthers(hours, 1), [revoked(2)]] as const),
  [[], endingOthers(0, 1), []],
)

rule(
  'seen sessions may be lost, so all are ended after a day, if none was ever ended, and once they are forgotten, as after a restart',
  [afterRevocation, endingOthers(24, 0), [revoked(2)]],
  [[anaRegistered], endingOthers(0, 0), [revoked(1)]],
  [afterRevocation, endingOthers(1, 0, now + 1), [revoked(2)]],
)

const minuteLater = new Date(now + 60_000).toISOString()
const ended = (token: string, expiresAt = minuteLater): UserEvent => ({
  type: 'SessionEnded',
  data: { token, expiresAt },
})
const ending =
  (token: string, at = now) =>
  (user: User) =>
    endSession(user, { token, expiresAt: now + 60_000, now: at })
const many = (count: number) => Array.from({ length: count }, (_, at) => ended(`t${at}`))

rule(
  'one session ends once',
  [[anaRegistered], ending('t0'), [ended('t0')]],
  [[anaRegistered, ended('t0')], ending('t0'), []],
  [[anaRegistered, ended('t0')], ending('t1'), [ended('t1')]],
  [[], ending('t0'), []],
)

rule(
  'all sessions end when more have ended than are remembered; expired sessions do not count',
  [[anaRegistered, ...many(maxRevokedTokens - 1)], ending('new'), [ended('new')]],
  [[anaRegistered, ...many(maxRevokedTokens)], ending('new'), [revoked(1)]],
  [[anaRegistered, ...many(maxRevokedTokens)], ending('new', now + 60_000), [ended('new')]],
)

// Status.

const setting =
  (status: Account['status'], by = 'ines') =>
  (account: User) =>
    setStatus(account, { user: 'ana', status, by })

rule(
  'a deactivated user is logged out everywhere, others stay logged in, and a status that an account already has changes nothing',
  [[anaRegistered], setting('inactive'), [changedTo('inactive'), revoked(1)]],
  [[anaRegistered], setting('pending'), [changedTo('pending')]],
  [[anaRegistered, deactivated], setting('active'), [changedTo('active')]],
  [[anaRegistered], setting('active'), []],
  [[anaRegistered, deactivated], setting('inactive'), []],
  [[], setting('inactive'), refused('user-not-found', 'User not found')],
)

const own = refused('own-account', "You can't deactivate your own account.")
rule(
  'nobody deactivates their own account, but it may stay active',
  [[anaRegistered], setting('inactive', 'ana'), own],
  [[anaRegistered], setting('pending', 'ana'), own],
  [[anaRegistered], setting('active', 'ana'), []],
)

// The email address.

const byLink =
  (address: string = ana.email) =>
  (user: User) =>
    confirmEmail(user, (email) => email === address)
const confirmedBefore = confirmedAs('ana@old.example')

rule(
  'a link that was sent to the address confirms it, also that of a pending user',
  [[anaRegistered], byLink(), [confirmed]],
  [[anaRegistered, changedTo('pending')], byLink(), [confirmed]],
)
rule('a link works once', [[anaRegistered, confirmed], byLink(), 'link-over'])
const toOldAddress = byLink('ana@old.example')
rule('a link that was sent to another address is refused', [[anaRegistered], toOldAddress, 'link-over'])

rule(
  'a changed address is unconfirmed again, and one in another case is the same address',
  [[anaRegistered, confirmedBefore], byLink(), [confirmed]],
  [[anaRegistered, confirmedBefore], confirmProvenEmail, [confirmed]],
  [[anaRegistered, confirmedAs(ana.email.toUpperCase())], confirmProvenEmail, []],
)

rule(
  'a link of an inactive, abandoned or missing account is refused',
  [[anaRegistered, deactivated], byLink(), 'link-over'],
  [[deactivated], byLink(), 'link-over'],
  [[], byLink(), 'link-over'],
)

rule(
  'another proof of the address confirms it once, unless a sign-in provider has verified it',
  [[anaRegistered], confirmProvenEmail, [confirmed]],
  [[anaRegistered, confirmed], confirmProvenEmail, []],
  [[anaRegistered, linked(gitHub)], confirmProvenEmail, []],
  [[], confirmProvenEmail, []],
)

// Sign-in providers.

const google: Identity = { provider: 'google', subject: '42' }
const admin: UserEvent = { type: 'UserRegistered', data: { ...ana, role: 'admin' } }

const registering = (user: User) => registerWithProvider(user, gitHub, ana)
const linking =
  (identity = gitHub) =>
  (user: User) =>
    linkProvider(user, identity)

rule(
  'a new user gets an account and a linked identity in one step, once',
  [[], registering, [anaRegistered, linked(gitHub)]],
  [[anaRegistered, linked(gitHub)], registering, []],
  // An abandoned sign-in never becomes an account.
  [[deactivated], registering, 'conflict'],
)

rule(
  'linking the first provider ends all sessions, even if the address was confirmed by a link',
  [[anaRegistered], linking(), [linked(gitHub), revoked(1)]],
  [[anaRegistered, revoked(7)], linking(), [linked(gitHub), revoked(8)]],
  [[anaRegistered, confirmed], linking(), [linked(gitHub), revoked(1)]],
)

rule(
  'linking a second provider keeps the sessions, and signing in again changes nothing',
  [[anaRegistered, linked(gitHub)], linking(google), [linked(google)]],
  [[anaRegistered, linked(gitHub)], linking(), []],
)

rule(
  'refuses another identity of a provider, and an account that is inactive, missing or that of an admin',
  [[anaRegistered, linked({ ...gitHub, subject: '7' })], linking(), 'other-identity'],
  [[anaRegistered, deactivated], linking(), 'account-inactive'],
  [[anaRegistered, linked(gitHub), deactivated], linking(), 'account-inactive'],
  [[admin], linking(), 'admin-account'],
  [[], linking(), 'conflict'],
)
