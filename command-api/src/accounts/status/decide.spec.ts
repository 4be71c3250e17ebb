import { anaRegistered, deactivated, userRule as rule } from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'
import type { Account, User } from '../evolve.ts'
import { setStatus } from './decide.ts'

const setting =
  (status: Account['status'], by = 'ines') =>
  (account: User) =>
    setStatus(account, { user: 'ana', status, by })

const changedTo = (status: Account['status']) => ({ type: 'UserStatusChanged', data: { status } }) as const
const loggedOut = { type: 'SessionsRevoked', data: { sessionVersion: 1 } } as const

rule(
  'a deactivated user is logged out everywhere, others stay logged in',
  [[anaRegistered], setting('inactive'), [changedTo('inactive'), loggedOut]],
  [[anaRegistered], setting('pending'), [changedTo('pending')]],
  [[anaRegistered, deactivated], setting('active'), [changedTo('active')]],
)

rule(
  'a status that an account already has changes nothing',
  [[anaRegistered], setting('active'), []],
  [[anaRegistered, deactivated], setting('inactive'), []],
)

const own = refused('own-account', "You can't deactivate your own account.")
rule(
  'nobody deactivates their own account, but it may stay active',
  [[anaRegistered], setting('inactive', 'ana'), own],
  [[anaRegistered], setting('pending', 'ana'), own],
  [[anaRegistered], setting('active', 'ana'), []],
)

rule('an unknown user has no status', [[], setting('inactive'), refused('user-not-found', 'User not found')])
