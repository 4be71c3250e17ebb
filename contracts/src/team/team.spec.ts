import { expect, test } from 'vitest'
import type { AdminEvent } from './events.ts'
import { operatorId } from './operator.ts'
import { emptyTeam, evolveTeam, invitationState, managesTeam, roleIn, type Team } from './team.ts'

const at = '2026-03-02T08:00:00.000Z'
const now = Date.parse(at)
const teamAfter = (...events: AdminEvent[]): Team =>
  events.reduce((team, event) => evolveTeam(team, { ...event, at }), emptyTeam)

const joined = (user: string): AdminEvent => ({ type: 'AdminJoined', data: { user } })
const left = (user: string): AdminEvent => ({ type: 'AdminLeft', data: { user } })
const invitation = { invitation: 'i1', tokenHash: 'h1', role: 'viewer', by: 'ada' } as const
const created: AdminEvent = {
  type: 'InvitationCreated',
  data: { ...invitation, expiresAt: '2026-03-03T08:00:00.000Z' },
}
const used: AdminEvent = { type: 'InvitationUsed', data: { invitation: 'i1', user: 'bob' } }
const revoked = (invitation: string): AdminEvent => ({ type: 'InvitationRevoked', data: { invitation } })
const stateAfter = (events: readonly AdminEvent[], time = now) => {
  const team = teamAfter(...events)
  const found = team.invitations.get('i1')
  return found && invitationState(team, found, time)
}

test('admins of logs from before the roles are owners', () => {
  const team = teamAfter(joined('ada'))
  expect([roleIn(team, 'ada', undefined), roleIn(team, 'elder', undefined)]).toEqual(['owner', 'owner'])
  expect(managesTeam(team, 'ada')).toBe(true)
})

test('an invited admin has the role of the invitation until it changes, also after a pause', () => {
  const invited: AdminEvent = { type: 'AdminJoined', data: { user: 'bob', role: 'viewer' } }
  const promoted: AdminEvent = {
    type: 'AdminRoleChanged',
    data: { user: 'bob', from: 'viewer', to: 'reviewer' },
  }
  expect(roleIn(teamAfter(), 'bob', 'viewer')).toBe('viewer')
  expect(roleIn(teamAfter(invited), 'bob', 'viewer')).toBe('viewer')
  expect(roleIn(teamAfter(invited, promoted), 'bob', 'viewer')).toBe('reviewer')
  expect(roleIn(teamAfter(invited, promoted, left('bob'), joined('bob')), 'bob', 'viewer')).toBe('reviewer')
  expect(managesTeam(teamAfter(invited), 'bob')).toBe(false)
})

test('somebody without an entry decides nothing, and lets nobody in', () => {
  expect(managesTeam(teamAfter(joined('ada')), 'somebody')).toBe(false)
  expect(stateAfter([created])).toBe('void')
})

test('an owner who left decides nothing, and operators always may', () => {
  const team = teamAfter(joined('ada'), left('ada'))
  expect([managesTeam(team, 'ada'), managesTeam(team, operatorId)]).toEqual([false, true])
})

test('an invitation is open, used, revoked, void or expired', () => {
  expect(stateAfter([joined('ada'), created])).toBe('open')
  expect(stateAfter([joined('ada'), created, used])).toBe('used')
  expect(stateAfter([created, revoked('i1')])).toBe('revoked')
  expect(stateAfter([created, left('ada')])).toBe('void')
  expect(stateAfter([joined('ada'), created], now + 24 * 60 * 60_000)).toBe('expired')
})

test('events about invitations that do not exist change nothing', () => {
  expect(teamAfter(created, revoked('i2')).invitations.size).toBe(1)
})
