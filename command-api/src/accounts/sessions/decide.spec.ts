import {
  anaRegistered,
  deactivated,
  monday,
  userRule as rule,
} from '@thirty/command-api/testing/account-events.ts'
import { maxRevokedTokens } from '@thirty/contracts/accounts/sessions.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import {
  authenticate,
  endSession,
  revokeOtherSessions,
  revokeSessions,
  revokeSessionsBelow,
} from './decide.ts'
import type { User } from '../evolve.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'

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

const revoked = (sessionVersion: number): UserEvent => ({ type: 'SessionsRevoked', data: { sessionVersion } })
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
  'all sessions end when more have ended than are remembered; those that have expired need not be',
  [[anaRegistered, ...many(maxRevokedTokens - 1)], ending('new'), [ended('new')]],
  [[anaRegistered, ...many(maxRevokedTokens)], ending('new'), [revoked(1)]],
  [[anaRegistered, ...many(maxRevokedTokens)], ending('new', now + 60_000), [ended('new')]],
)
