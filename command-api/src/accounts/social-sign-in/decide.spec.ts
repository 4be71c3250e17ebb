import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { evolve, noUser, type User } from '../evolve.ts'
import { ana, anaRegistered, deactivated, recorded } from '@thirty/command-api/testing/account-events.ts'
import { linkProvider, registerWithProvider } from './decide.ts'

const { given } = deciderSpec(noUser, evolve)
const gitHub = { provider: 'github', subject: '42' } as const
const google = { provider: 'google', subject: '42' } as const
const linked = (identity: typeof gitHub | typeof google): UserEvent => ({
  type: 'SignInProviderLinked',
  data: identity,
})
const revoked = (sessionVersion: number): UserEvent => ({ type: 'SessionsRevoked', data: { sessionVersion } })
const admin: UserEvent = { type: 'UserRegistered', data: { ...ana, role: 'admin' } }

const registering = (user: User) => registerWithProvider(user, gitHub, ana)
const joining =
  (identity: typeof gitHub | typeof google = gitHub) =>
  (user: User) =>
    linkProvider(user, identity)

test('a new user gets an account and a linked identity in one step', () => {
  given().when(registering).then(anaRegistered, linked(gitHub))
})

test('two concurrent first sign-ins make one account', () => {
  given(recorded(anaRegistered), recorded(linked(gitHub)))
    .when(registering)
    .thenNothing()
})

test('an abandoned sign-in never becomes an account', () => {
  given(recorded(deactivated)).when(registering).thenRefused('conflict')
})

test('linking the first provider ends all sessions', () => {
  given(recorded(anaRegistered)).when(joining()).then(linked(gitHub), revoked(1))
  given(recorded(anaRegistered), recorded(revoked(7)))
    .when(joining())
    .then(linked(gitHub), revoked(8))
})

test('linking a second provider keeps the sessions', () => {
  given(recorded(anaRegistered), recorded(linked(gitHub)))
    .when(joining(google))
    .then(linked(google))
})

test('signing in again changes nothing', () => {
  given(recorded(anaRegistered), recorded(linked(gitHub)))
    .when(joining())
    .thenNothing()
})

test('an account has one identity per provider', () => {
  given(recorded(anaRegistered), recorded(linked({ ...gitHub, subject: '7' } as never)))
    .when(joining())
    .thenRefused('other-identity')
})

test('a deactivated account is refused, linked or not', () => {
  given(recorded(anaRegistered), recorded(deactivated)).when(joining()).thenRefused('account-inactive')
  given(recorded(anaRegistered), recorded(linked(gitHub)), recorded(deactivated))
    .when(joining())
    .thenRefused('account-inactive')
})

test('an admin account cannot be linked', () => {
  given(recorded(admin)).when(joining()).thenRefused('admin-account')
})

test('without an account there is nothing to link', () => {
  given().when(joining()).thenRefused('conflict')
})
