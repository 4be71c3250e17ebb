import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import type { Team } from '@thirty/contracts/team/team.ts'
import { teamFold } from './admin-list.ts'
import { addAdmin, changeRole, grantAdminRights, removeAdmin } from './decide.ts'
import {
  adminJoined as joined,
  adminLeft as left,
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
  roleChanged as changed,
  userRule,
} from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'

const { rule } = recordedDeciderSpec(teamFold)
const leaving =
  (user: string, by = user, otherActiveOwner?: string) =>
  (team: Team) =>
    removeAdmin(team, { user, by, otherActiveOwner })

const two = [joined('ada'), joined('bob')]
const joining = (team: Team) => addAdmin(team, 'ada')

rule(
  'an admin is added once, with the role of an invitation, and can be added again after leaving',
  [[], joining, [joined('ada')]],
  [[joined('ada')], joining, []],
  [[joined('ada'), left('ada')], joining, [joined('ada')]],
  [[], (team) => addAdmin(team, 'ada', 'reviewer'), [joined('ada', 'reviewer')]],
)

rule(
  'one of two owners is removed, once; an admin who is not an owner can always leave',
  [two, leaving('bob', 'ada'), [left('bob')]],
  [[...two, left('bob')], leaving('bob', 'ada'), []],
  [[joined('ada'), joined('bob', 'reviewer')], leaving('bob'), [left('bob')]],
  [[...two, changed('bob', 'owner', 'viewer')], leaving('bob'), [left('bob')]],
)

rule(
  'the last active owner cannot leave, even while there are other admins',
  [[joined('ada')], leaving('ada'), 'last-admin'],
  [[...two, left('bob')], leaving('ada', 'ada', 'bob'), 'last-admin'],
  [[joined('ada'), joined('bob', 'organiser')], leaving('ada', 'ada', 'bob'), 'last-admin'],
  [two, leaving('ada', 'ada', 'bob'), [left('ada')]],
  [two, leaving('ada'), 'last-admin'],
  // An admin without an entry.
  [[], leaving('elder'), 'last-admin'],
)

rule(
  'of two owners who remove each other, one stays, and the other is no longer an owner and removes nobody',
  [[...two, left('bob')], leaving('ada', 'bob'), 'not-allowed'],
  [[...two, changed('bob', 'owner', 'organiser')], leaving('ada', 'bob'), 'not-allowed'],
  [two, leaving('bob', 'somebody', 'ada'), 'not-allowed'],
)

const changing =
  (user: string, to: AdminRole, by: string, otherActiveOwner?: string, registered?: AdminRole) =>
  (team: Team) =>
    changeRole(team, { user, to, by, otherActiveOwner, registered })

rule(
  'an operator does not count as an owner who remains',
  [[joined('ada')], leaving('ada', operatorId), 'last-admin'],
  [two, leaving('ada', operatorId, 'bob'), [left('ada')]],
  [[joined('ada')], changing('ada', 'viewer', operatorId), 'last-admin'],
  [two, changing('ada', 'viewer', operatorId, 'bob'), [changed('ada', 'owner', 'viewer')]],
)

const promoted = [changed('bob', 'viewer', 'reviewer')]
rule(
  'an owner gives another admin a role, once; the previous one of an invited admin is that of the invitation',
  [two, changing('bob', 'reviewer', 'ada'), [changed('bob', 'owner', 'reviewer')]],
  [[...two, changed('bob', 'owner', 'reviewer')], changing('bob', 'reviewer', 'ada'), []],
  [[joined('ada'), joined('bob', 'viewer')], changing('bob', 'reviewer', 'ada'), promoted],
  // The process ended before the admin was on the list.
  [[joined('ada')], changing('bob', 'reviewer', 'ada', undefined, 'viewer'), promoted],
)

rule(
  'an admin who is not an owner changes no role',
  ...(['organiser', 'reviewer', 'viewer'] as const).flatMap((role) =>
    [changing('ada', 'viewer', 'bob', 'ada'), changing('bob', 'owner', 'bob', 'ada')].map(
      (decide) => [[joined('ada'), joined('bob', role)], decide, 'not-allowed'] as const,
    ),
  ),
)

rule(
  'an owner demotes themselves only while another active owner remains; of two who demote each other, one stays',
  [[joined('ada')], changing('ada', 'viewer', 'ada'), 'last-admin'],
  [[joined('ada'), joined('bob', 'organiser')], changing('ada', 'viewer', 'ada', 'bob'), 'last-admin'],
  [two, changing('ada', 'viewer', 'ada', 'bob'), [changed('ada', 'owner', 'viewer')]],
  [[...two, changed('bob', 'owner', 'viewer')], changing('ada', 'viewer', 'bob', 'bob'), 'not-allowed'],
  // An owner who is not active is demoted without another one.
  [[...two, left('bob')], changing('bob', 'viewer', 'ada'), [changed('bob', 'owner', 'viewer')]],
)

const granted = { type: 'AdminRightsGranted', data: {} } as const
userRule(
  'an active user becomes an admin once, and an unknown or inactive one does not',
  [[anaRegistered], grantAdminRights, [granted]],
  [[anaRegistered, granted], grantAdminRights, []],
  [[], grantAdminRights, refused('user-not-found', 'User not found')],
  [[anaRegistered, deactivated], grantAdminRights, 'account-inactive'],
)
