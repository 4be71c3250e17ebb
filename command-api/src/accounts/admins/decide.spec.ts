import {
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'
import { userFold } from '../evolve.ts'
import { grantAdminRights } from './decide.ts'

const { rule } = recordedDeciderSpec(userFold)
const granted = { type: 'AdminRightsGranted', data: {} } as const

rule(
  'an active user becomes an admin once',
  [[anaRegistered], grantAdminRights, [granted]],
  [[anaRegistered, granted], grantAdminRights, []],
)

rule(
  'an unknown or inactive user does not become an admin',
  [[], grantAdminRights, refused('user-not-found', 'User not found')],
  [[anaRegistered, deactivated], grantAdminRights, 'account-inactive'],
)
