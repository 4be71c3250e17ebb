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

test('somebody new has an account and an identity in one step', () => {
  given().when(registering).then(anaRegistered, linked(gitHub))
})

test('the same person, signing in twice at once, has one account', () => {
  given(recorded(anaRegistered), recorded(linked(gitHub)))
    .when(registering)
    .thenNothing()
})

test('a sign-in that gave way to another one never becomes an account', () => {
  given(recorded(deactivated)).when(registering).thenRefused('conflict')
})

test('the owner of the address joins, and whoever was signed in is no longer', () => {
  given(recorded(anaRegistered)).when(joining()).then(linked(gitHub), revoked(1))
  given(recorded(anaRegistered), recorded(revoked(7)))
    .when(joining())
    .then(linked(gitHub), revoked(8))
})

test('with a second provider nobody is signed out: the address was proven before', () => {
  given(recorded(anaRegistered), recorded(linked(gitHub)))
    .when(joining(google))
    .then(linked(google))
})

test('who comes again changes nothing', () => {
  given(recorded(anaRegistered), recorded(linked(gitHub)))
    .when(joining())
    .thenNothing()
})

test('one account has one identity of a provider', () => {
  given(recorded(anaRegistered), recorded(linked({ ...gitHub, subject: '7' } as never)))
    .when(joining())
    .thenRefused('other-identity')
})

test('nobody joins an account that is switched off, also not again', () => {
  given(recorded(anaRegistered), recorded(deactivated)).when(joining()).thenRefused('account-inactive')
  given(recorded(anaRegistered), recorded(linked(gitHub)), recorded(deactivated))
    .when(joining())
    .thenRefused('account-inactive')
})

test('nobody becomes an admin by an address', () => {
  given(recorded(admin)).when(joining()).thenRefused('admin-account')
})

test('there is nothing to join where there is no account', () => {
  given().when(joining()).thenRefused('conflict')
})
