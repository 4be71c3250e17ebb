import { test } from 'vitest'
import {
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { authenticate } from './decide.ts'
import { evolve, noUser, type User } from './evolve.ts'

const { given } = recordedDeciderSpec(noUser, evolve)
const authenticating = (isProven: boolean) => (user: User) => [authenticate(user, isProven).email]

test('a user with the right password logs in', () => {
  given(anaRegistered).when(authenticating(true)).then('Ana@Example.org')
})

test('a wrong password and an unknown name are refused with the same message', () => {
  const message = 'Invalid email/username or password'
  given(anaRegistered).when(authenticating(false)).thenRefused('wrong-credentials', message)
  given().when(authenticating(true)).thenRefused('wrong-credentials', message)
  given().when(authenticating(false)).thenRefused('wrong-credentials', message)
})

test('a deactivated user learns about it only after entering the right password', () => {
  given(anaRegistered, deactivated).when(authenticating(true)).thenRefused('account-inactive')
  given(anaRegistered, deactivated).when(authenticating(false)).thenRefused('wrong-credentials')
})
