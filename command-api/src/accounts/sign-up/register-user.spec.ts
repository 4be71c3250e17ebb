import {
  ana,
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { evolve, noUser, type User } from '../evolve.ts'
import { registerUser } from './sign-up.ts'

const { rule } = recordedDeciderSpec(noUser, evolve)
const registering =
  (change: Partial<typeof ana> = {}) =>
  (user: User) =>
    registerUser(user, { ...ana, ...change })

rule(
  'a new user becomes a participant, once',
  [[], registering(), [anaRegistered]],
  [[anaRegistered], registering(), []],
  [[anaRegistered], registering({ email: 'Ana@Example.org ' as typeof ana.email }), 'key-reused'],
  // An abandoned sign-up never becomes an account.
  [[deactivated], registering(), 'conflict'],
)
