import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { evolve, noUser, type User } from '../evolve.ts'
import {
  ana,
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { linkProvider, registerWithProvider, type Identity } from './decide.ts'

const { given } = recordedDeciderSpec(noUser, evolve)
const gitHub: Identity = { provider: 'github', subject: '42' }
const google: Identity = { provider: 'google', subject: '42' }
const linked = (identity: Identity): UserEvent => ({
  type: 'SignInProviderLinked',
  data: identity,
})
const revoked = (sessionVersion: number): UserEvent => ({ type: 'SessionsRevoked', data: { sessionVersion } })
const admin: UserEvent = { type: 'UserRegistered', data: { ...ana, role: 'admin' } }

const registering = (user: User) => registerWithProvider(user, gitHub, ana)
const linking =
  (identity = gitHub) =>
  (user: User) =>
    linkProvider(user, identity)

test('a new user gets an account and a linked identity in one step', () => {
  given().when(registering).then(anaRegistered, linked(gitHub))
})

test('two concurrent first sign-ins make one account', () => {
  given(anaRegistered, linked(gitHub)).when(registering).thenNothing()
})

test('an abandoned sign-in never becomes an account', () => {
  given(deactivated).when(registering).thenRefused('conflict')
})

test('linking the first provider ends all sessions', () => {
  given(anaRegistered).when(linking()).then(linked(gitHub), revoked(1))
  given(anaRegistered, revoked(7)).when(linking()).then(linked(gitHub), revoked(8))
})

test('linking the first provider ends all sessions, even if the address was confirmed by a link', () => {
  const confirmed: UserEvent = { type: 'EmailConfirmed', data: { email: ana.email } }
  given(anaRegistered, confirmed).when(linking()).then(linked(gitHub), revoked(1))
})

test('linking a second provider keeps the sessions', () => {
  given(anaRegistered, linked(gitHub)).when(linking(google)).then(linked(google))
})

test('signing in again changes nothing', () => {
  given(anaRegistered, linked(gitHub)).when(linking()).thenNothing()
})

test('an account has one identity per provider', () => {
  given(anaRegistered, linked({ ...gitHub, subject: '7' }))
    .when(linking())
    .thenRefused('other-identity')
})

test('a deactivated account is refused, linked or not', () => {
  given(anaRegistered, deactivated).when(linking()).thenRefused('account-inactive')
  given(anaRegistered, linked(gitHub), deactivated).when(linking()).thenRefused('account-inactive')
})

test('an admin account cannot be linked', () => {
  given(admin).when(linking()).thenRefused('admin-account')
})

test('without an account there is nothing to link', () => {
  given().when(linking()).thenRefused('conflict')
})
