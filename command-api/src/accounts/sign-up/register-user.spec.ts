import { test } from 'vitest'
import {
  ana,
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { evolve, noUser, type User } from '../evolve.ts'
import { registerUser } from './sign-up.ts'

const { given } = recordedDeciderSpec(noUser, evolve)
const registering =
  (change: Partial<typeof ana> = {}) =>
  (user: User) =>
    registerUser(user, { ...ana, ...change })

test('a new user becomes a participant', () => {
  given().when(registering()).then(anaRegistered)
})

test('repeating a sign-up does not make a second account', () => {
  given(anaRegistered).when(registering()).thenNothing()
})

test('another sign-up with the same id is refused', () => {
  given(anaRegistered)
    .when(registering({ email: 'Ana@Example.org ' as typeof ana.email }))
    .thenRefused('key-reused')
})

test('an abandoned sign-up never becomes an account', () => {
  given(deactivated).when(registering()).thenRefused('conflict')
})
