import type { AdminEvent } from '@thirty/contracts/events/user.ts'
import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { maxOpenInvitations } from '@thirty/contracts/rules/invitations.ts'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import type { Team } from '@thirty/contracts/rules/team.ts'
import { describe, test } from 'vitest'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { teamFold } from '../admins/admin-list.ts'
import { createInvitation, revokeInvitation, redeemInvitation } from './decide.ts'

const { given } = recordedDeciderSpec(teamFold.initial, teamFold.evolve)
const now = Date.parse('2026-03-02T08:00:00Z')
const joined = (user: string, role?: AdminRole): AdminEvent => ({
  type: 'AdminJoined',
  data: { user, ...(role !== undefined && { role }) },
})
const demoted = (user: string): AdminEvent => ({
  type: 'AdminRoleChanged',
  data: { user, from: 'owner', to: 'organiser' },
})
const created = (id: string, { by = 'ada' }: { by?: string } = {}): AdminEvent => ({
  type: 'InvitationCreated',
  data: {
    invitation: id,
    tokenHash: `hash of ${id}`,
    role: 'reviewer',
    by,
    expiresAt: '2026-03-09T08:00:00.000Z',
  },
})
const used = (id: string, user: string): AdminEvent => ({
  type: 'InvitationUsed',
  data: { invitation: id, user },
})
const revoked = (id: string): AdminEvent => ({ type: 'InvitationRevoked', data: { invitation: id } })

describe('creating an invitation', () => {
  const creating =
    (by = 'ada', role: AdminRole = 'reviewer') =>
    (team: Team) =>
      createInvitation(team, { id: 'i1', tokenHash: 'hash of i1', role, by, days: 7, now })

  test('an owner invites for some days, once', () => {
    given(joined('ada')).when(creating()).then(created('i1'))
    given(joined('ada'), created('i1')).when(creating()).thenNothing()
  })

  test('an operator invites, and nobody who is not on the list', () => {
    given()
      .when(creating(operatorId))
      .then(created('i1', { by: operatorId }))
    given().when(creating('somebody')).thenRefused('not-allowed')
  })

  test.each(['organiser', 'reviewer', 'viewer'] as const)(
    'an admin with the role %s invites nobody',
    (role) => {
      given(joined('ada', role)).when(creating('ada', 'viewer')).thenRefused('not-allowed')
    },
  )

  test('an owner who was demoted or left invites nobody', () => {
    given(joined('ada'), demoted('ada')).when(creating()).thenRefused('not-allowed')
    given(joined('ada'), { type: 'AdminLeft', data: { user: 'ada' } })
      .when(creating())
      .thenRefused('not-allowed')
  })

  test('there is a limit of open invitations, and those that ended do not count', () => {
    const many = Array.from({ length: maxOpenInvitations }, (_, index) => created(`i${index + 2}`))
    given(joined('ada'), ...many)
      .when(creating())
      .thenRefused('quota-reached')
    given(joined('ada'), ...many, revoked('i2'))
      .when(creating())
      .then(created('i1'))
  })
})

describe('using an invitation', () => {
  const using =
    (user = 'new', at = now, tokenHash = 'hash of i1') =>
    (team: Team) =>
      redeemInvitation(team, { tokenHash, user, now: at })

  test('it lets one person in, who may repeat it', () => {
    given(joined('ada'), created('i1')).when(using()).then(used('i1', 'new'))
    given(joined('ada'), created('i1'), used('i1', 'new')).when(using()).thenNothing()
    given(joined('ada'), created('i1'), used('i1', 'new')).when(using('other')).thenRefused('invitation-over')
  })

  test('it works until its last second', () => {
    const end = Date.parse('2026-03-09T08:00:00.000Z')
    given(joined('ada'), created('i1'))
      .when(using('new', end - 1))
      .then(used('i1', 'new'))
    given(joined('ada'), created('i1')).when(using('new', end)).thenRefused('invitation-over')
  })

  test('a revoked one and an unknown token let nobody in', () => {
    given(joined('ada'), created('i1'), revoked('i1')).when(using()).thenRefused('invitation-over')
    given(joined('ada'), created('i1'))
      .when(using('new', now, 'another hash'))
      .thenRefused('invitation-not-found')
  })

  test('one of somebody who is no owner any more lets nobody in, even if they become one again', () => {
    const promoted: AdminEvent = {
      type: 'AdminRoleChanged',
      data: { user: 'ada', from: 'organiser', to: 'owner' },
    }
    given(joined('ada'), created('i1'), demoted('ada')).when(using()).thenRefused('invitation-over')
    given(joined('ada'), created('i1'), demoted('ada'), promoted).when(using()).thenRefused('invitation-over')
    given(joined('ada'), created('i1'), { type: 'AdminLeft', data: { user: 'ada' } })
      .when(using())
      .thenRefused('invitation-over')
  })

  test('another change of role of its maker, and one of somebody else, do not matter', () => {
    given(joined('ada'), joined('bob'), created('i1'), demoted('bob')).when(using()).then(used('i1', 'new'))
  })
})

describe('revoking an invitation', () => {
  const revoking =
    (id = 'i1', by = 'ada') =>
    (team: Team) =>
      revokeInvitation(team, { id, by })

  test('an owner revokes it, once, also that of another owner', () => {
    given(joined('ada'), created('i1')).when(revoking()).then(revoked('i1'))
    given(joined('ada'), joined('bob'), created('i1')).when(revoking('i1', 'bob')).then(revoked('i1'))
    given(joined('ada'), created('i1'), revoked('i1')).when(revoking()).thenNothing()
  })

  test('a used one cannot be revoked, and there must be one', () => {
    given(joined('ada'), created('i1'), used('i1', 'new')).when(revoking()).thenRefused('invitation-over')
    given(joined('ada')).when(revoking('i2')).thenRefused('invitation-not-found')
  })

  test('nobody but owners revokes', () => {
    given(joined('ada'), joined('bob', 'organiser'), created('i1'))
      .when(revoking('i1', 'bob'))
      .thenRefused('not-allowed')
  })
})
