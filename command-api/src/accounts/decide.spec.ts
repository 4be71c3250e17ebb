import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { abandon, registerUser, authenticate } from './decide.ts'
import { evolve, noUser, type User } from './evolve.ts'
import { ana, anaRegistered, deactivated, recorded } from '@thirty/command-api/testing/account-events.ts'

const { given } = deciderSpec(noUser, evolve)

const registering =
  (change: Partial<typeof ana> = {}) =>
  (user: User) =>
    registerUser(user, { ...ana, ...change })
const signing = (isProven: boolean) => (user: User) => [authenticate(user, isProven).email]

test('a person becomes a participant', () => {
  given().when(registering()).then(anaRegistered)
})

test('the same sign-up again makes no second account', () => {
  given(recorded(anaRegistered)).when(registering()).thenNothing()
})

test('another sign-up for the same id is refused', () => {
  given(recorded(anaRegistered))
    .when(registering({ email: 'Ana@Example.org ' as typeof ana.email }))
    .thenRefused('key-reused')
})

test('a sign-up that gave way to another one never becomes an account', () => {
  given(recorded(deactivated)).when(registering()).thenRefused('conflict')
})

test('a sign-up that never came to its end is given up', () => {
  given()
    .when((user) => abandon(user))
    .then(deactivated)
})

test('a sign-up is given up once', () => {
  given(recorded(deactivated))
    .when((user) => abandon(user))
    .thenNothing()
})

test('an account is never given up', () => {
  given(recorded(anaRegistered))
    .when((user) => abandon(user, () => true))
    .thenNothing()
})

test('who proves to be the one is signed in', () => {
  given(recorded(anaRegistered)).when(signing(true)).then('Ana@Example.org')
})

test('a wrong password and an unknown name are refused in the same words', () => {
  const words = 'Invalid email/username or password'
  given(recorded(anaRegistered)).when(signing(false)).thenRefused('wrong-credentials', words)
  given().when(signing(true)).thenRefused('wrong-credentials', words)
  given().when(signing(false)).thenRefused('wrong-credentials', words)
})

test('a deactivated user is told so, but only after the right password', () => {
  given(recorded(anaRegistered), recorded(deactivated)).when(signing(true)).thenRefused('account-inactive')
  given(recorded(anaRegistered), recorded(deactivated)).when(signing(false)).thenRefused('wrong-credentials')
})
