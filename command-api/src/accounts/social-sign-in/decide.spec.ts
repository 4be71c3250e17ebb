import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { User } from '../evolve.ts'
import {
  ana,
  anaRegistered,
  deactivated,
  userRule as rule,
} from '@thirty/command-api/testing/account-events.ts'
import { linkProvider, registerWithProvider, type Identity } from './decide.ts'

const gitHub: Identity = { provider: 'github', subject: '42' }
const google: Identity = { provider: 'google', subject: '42' }
const linked = (data: Identity): UserEvent => ({ type: 'SignInProviderLinked', data })
const confirmed: UserEvent = { type: 'EmailConfirmed', data: { email: ana.email } }
const revoked = (sessionVersion: number): UserEvent => ({ type: 'SessionsRevoked', data: { sessionVersion } })
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
