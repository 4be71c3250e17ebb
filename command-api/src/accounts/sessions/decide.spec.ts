import {
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { authenticate } from './decide.ts'
import { evolve, noUser, type User } from '../evolve.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'

const { rule } = recordedDeciderSpec(noUser, evolve)
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
