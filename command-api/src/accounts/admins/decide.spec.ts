import type { AdminEvent } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { maxOpenInvitations } from '@thirty/contracts/team/invitations.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import type { Team } from '@thirty/contracts/team/team.ts'
import {
  adminJoined as joined,
  adminLeft,
  recordedDeciderSpec,
  roleChanged,
} from '@thirty/command-api/testing/account-events.ts'
import { teamFold } from './admin-list.ts'
import { createInvitation, revokeInvitation, redeemInvitation } from './decide.ts'

const { rule } = recordedDeciderSpec(teamFold)
const now = Date.parse('2026-03-02T08:00:00Z')
const expiresAt = '2026-03-09T08:00:00.000Z'
const created = (id: string, by = 'ada'): AdminEvent => ({
  type: 'InvitationCreated',
  data: { invitation: id, tokenHash: `hash of ${id}`, role: 'reviewer', by, expiresAt },
})
const used = (invitation: string, user: string): AdminEvent => ({
  type: 'InvitationUsed',
  data: { invitation, user },
})
const revoked = (invitation: string): AdminEvent => ({ type: 'InvitationRevoked', data: { invitation } })

const left = adminLeft('ada')
const demoted = (user: string) => roleChanged(user, 'owner', 'organiser')
const creating =
  (by = 'ada', role: AdminRole = 'reviewer') =>
  (team: Team) =>
    createInvitation(team, { invitation: 'i1', tokenHash: 'hash of i1', role, by, expiresAt }, now)
const many = Array.from({ length: maxOpenInvitations }, (_, index) => created(`i${index + 2}`))

rule(
  'an owner or an operator invites for some days, once, and nobody else',
  [[joined('ada')], creating(), [created('i1')]],
  [[joined('ada'), created('i1')], creating(), []],
  [[], creating(operatorId), [created('i1', operatorId)]],
  [[], creating('somebody'), 'not-allowed'],
  [[joined('ada', 'organiser')], creating('ada', 'viewer'), 'not-allowed'],
  [[joined('ada', 'reviewer')], creating('ada', 'viewer'), 'not-allowed'],
  [[joined('ada', 'viewer')], creating('ada', 'viewer'), 'not-allowed'],
  [[joined('ada'), demoted('ada')], creating(), 'not-allowed'],
  [[joined('ada'), left], creating(), 'not-allowed'],
)

rule(
  'there is a limit of open invitations, and ended ones do not count',
  [[joined('ada'), ...many], creating(), 'quota-reached'],
  [[joined('ada'), ...many, revoked('i2')], creating(), [created('i1')]],
)

const using =
  (user = 'new', at = now, tokenHash = 'hash of i1') =>
  (team: Team) =>
    redeemInvitation(team, { tokenHash, user, now: at })
const end = Date.parse(expiresAt)
const open = [joined('ada'), created('i1')]

rule(
  'an invitation lets one person in, who may repeat it, until its last second or until it is revoked',
  [open, using(), [used('i1', 'new')]],
  [[...open, used('i1', 'new')], using(), []],
  [[...open, used('i1', 'new')], using('other'), 'invitation-over'],
  [open, using('new', end - 1), [used('i1', 'new')]],
  [open, using('new', end), 'invitation-over'],
  [[...open, revoked('i1')], using(), 'invitation-over'],
  [open, using('new', now, 'another hash'), 'invitation-not-found'],
)

const promoted = roleChanged('ada', 'organiser', 'owner')
rule(
  'one of somebody who is no longer an owner lets nobody in, even if they become one again',
  [[...open, demoted('ada')], using(), 'invitation-over'],
  [[...open, demoted('ada'), promoted], using(), 'invitation-over'],
  [[...open, left], using(), 'invitation-over'],
  // Another role of somebody else does not matter.
  [[joined('ada'), joined('bob'), created('i1'), demoted('bob')], using(), [used('i1', 'new')]],
)

const revoking =
  (id = 'i1', by = 'ada') =>
  (team: Team) =>
    revokeInvitation(team, { id, by })

rule(
  'an owner revokes an invitation that was not used, once, also that of another owner, and nobody else',
  [open, revoking(), [revoked('i1')]],
  [[joined('ada'), joined('bob'), created('i1')], revoking('i1', 'bob'), [revoked('i1')]],
  [[...open, revoked('i1')], revoking(), []],
  [[...open, used('i1', 'new')], revoking(), 'invitation-over'],
  [[joined('ada')], revoking('i2'), 'invitation-not-found'],
  [[joined('ada'), joined('bob', 'organiser'), created('i1')], revoking('i1', 'bob'), 'not-allowed'],
)
