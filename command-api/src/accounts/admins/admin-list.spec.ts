import type { AdminEvent } from '@thirty/contracts/events/user.ts'
import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import type { Team } from '@thirty/contracts/rules/team.ts'
import { describe, test } from 'vitest'
import { teamFold } from './admin-list.ts'
import { addAdmin, changeRole, removeAdmin } from './decide.ts'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'

const { given } = recordedDeciderSpec(teamFold.initial, teamFold.evolve)
const joined = (user: string, role?: AdminRole): AdminEvent => ({
  type: 'AdminJoined',
  data: { user, ...(role !== undefined && { role }) },
})
const left = (user: string): AdminEvent => ({ type: 'AdminLeft', data: { user } })
const changed = (user: string, from: AdminRole, to: AdminRole): AdminEvent => ({
  type: 'AdminRoleChanged',
  data: { user, from, to },
})
const leaving =
  (user: string, by = user, otherActiveOwner?: string) =>
  (team: Team) =>
    removeAdmin(team, { user, by, otherActiveOwner })

describe('the list of admins', () => {
  test('an admin is added once, and can be added again after leaving', () => {
    const joining = (team: Team) => addAdmin(team, 'ada')
    given().when(joining).then(joined('ada'))
    given(joined('ada')).when(joining).thenNothing()
    given(joined('ada'), left('ada')).when(joining).then(joined('ada'))
  })

  test('an invited admin is added with the role of the invitation', () => {
    given()
      .when((team) => addAdmin(team, 'ada', 'reviewer'))
      .then(joined('ada', 'reviewer'))
  })

  test('one of two owners is removed, once', () => {
    given(joined('ada'), joined('bob')).when(leaving('bob', 'ada')).then(left('bob'))
    given(joined('ada'), joined('bob'), left('bob')).when(leaving('bob', 'ada')).thenNothing()
  })

  test('the last owner cannot leave', () => {
    given(joined('ada')).when(leaving('ada')).thenRefused('last-admin')
    given(joined('ada'), joined('bob'), left('bob'))
      .when(leaving('ada', 'ada', 'bob'))
      .thenRefused('last-admin')
  })

  test('the last owner cannot leave while only admins with other roles remain', () => {
    given(joined('ada'), joined('bob', 'organiser'))
      .when(leaving('ada', 'ada', 'bob'))
      .thenRefused('last-admin')
  })

  test('an admin who is no owner can always leave', () => {
    given(joined('ada'), joined('bob', 'reviewer')).when(leaving('bob')).then(left('bob'))
    given(joined('ada'), joined('bob'), changed('bob', 'owner', 'viewer'))
      .when(leaving('bob'))
      .then(left('bob'))
  })

  test('an owner can leave only while another owner on the list is active', () => {
    given(joined('ada'), joined('bob'))
      .when(leaving('ada', 'ada', 'bob'))
      .then(left('ada'))
    given(joined('ada'), joined('bob')).when(leaving('ada')).thenRefused('last-admin')
  })

  test('of two owners who remove each other, one stays', () => {
    given(joined('ada'), joined('bob'), left('bob')).when(leaving('ada', 'bob')).thenRefused('not-allowed')
  })

  test('an owner who was demoted meanwhile removes nobody', () => {
    given(joined('ada'), joined('bob'), changed('bob', 'owner', 'organiser'))
      .when(leaving('ada', 'bob'))
      .thenRefused('not-allowed')
  })

  test('an operator does not count as an owner who remains', () => {
    given(joined('ada')).when(leaving('ada', operatorId)).thenRefused('last-admin')
    given(joined('ada'), joined('bob'))
      .when(leaving('ada', operatorId, 'bob'))
      .then(left('ada'))
  })

  test('somebody who is not on the list removes nobody; an admin without an entry cannot leave as the last one', () => {
    given(joined('bob'), joined('ada'))
      .when(leaving('bob', 'somebody', 'ada'))
      .thenRefused('not-allowed')
    given().when(leaving('elder')).thenRefused('last-admin')
  })
})

describe('a change of role', () => {
  const changing =
    (user: string, to: AdminRole, by: string, otherActiveOwner?: string, registered?: AdminRole) =>
    (team: Team) =>
      changeRole(team, { user, to, by, otherActiveOwner, registered })

  test('an owner gives another admin a role, once', () => {
    given(joined('ada'), joined('bob'))
      .when(changing('bob', 'reviewer', 'ada'))
      .then(changed('bob', 'owner', 'reviewer'))
    given(joined('ada'), joined('bob'), changed('bob', 'owner', 'reviewer'))
      .when(changing('bob', 'reviewer', 'ada'))
      .thenNothing()
  })

  test('the previous role of an invited admin is that of the invitation', () => {
    given(joined('ada'), joined('bob', 'viewer'))
      .when(changing('bob', 'reviewer', 'ada'))
      .then(changed('bob', 'viewer', 'reviewer'))
    // The process ended before the admin was on the list.
    given(joined('ada'))
      .when(changing('bob', 'reviewer', 'ada', undefined, 'viewer'))
      .then(changed('bob', 'viewer', 'reviewer'))
  })

  test.each(['organiser', 'reviewer', 'viewer'] as const)(
    'an admin with the role %s changes none',
    (role) => {
      given(joined('ada'), joined('bob', role))
        .when(changing('ada', 'viewer', 'bob', 'ada'))
        .thenRefused('not-allowed')
      given(joined('ada'), joined('bob', role))
        .when(changing('bob', 'owner', 'bob', 'ada'))
        .thenRefused('not-allowed')
    },
  )

  test('an owner demotes themselves only while another active owner remains', () => {
    given(joined('ada'))
      .when(changing('ada', 'viewer', 'ada'))
      .thenRefused('last-admin')
    given(joined('ada'), joined('bob', 'organiser'))
      .when(changing('ada', 'viewer', 'ada', 'bob'))
      .thenRefused('last-admin')
    given(joined('ada'), joined('bob'))
      .when(changing('ada', 'viewer', 'ada', 'bob'))
      .then(changed('ada', 'owner', 'viewer'))
  })

  test('of two owners who demote each other, one stays', () => {
    given(joined('ada'), joined('bob'), changed('bob', 'owner', 'viewer'))
      .when(changing('ada', 'viewer', 'bob', 'bob'))
      .thenRefused('not-allowed')
  })

  test('an operator changes roles, but not that of the last owner', () => {
    given(joined('ada'))
      .when(changing('ada', 'viewer', operatorId))
      .thenRefused('last-admin')
    given(joined('ada'), joined('bob'))
      .when(changing('ada', 'viewer', operatorId, 'bob'))
      .then(changed('ada', 'owner', 'viewer'))
  })

  test('an owner who is not active can be demoted without another one', () => {
    given(joined('ada'), joined('bob'), left('bob'))
      .when(changing('bob', 'viewer', 'ada'))
      .then(changed('bob', 'owner', 'viewer'))
  })
})
