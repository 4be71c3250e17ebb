import { auditQuery } from '@thirty/contracts/audit/api.ts'
import { auditActionIds } from '@thirty/contracts/audit/audit-actions.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { challengeEvent, equalCriteria, userIdOf } from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { expect, test, vi } from 'vitest'
import { auditProjection, auditUpdates } from './read-model.ts'
import { by, kanban, maya, setUp, summaries, weather } from '@thirty/projections/testing/audit-setup.ts'

const mixed = [
  by('Ines', maya.registered()),
  kanban.submitted(),
  kanban.approved('Ines'),
  weather.submitted({ projectName: 'Weather' }),
  weather.approved('Root'),
  weather.rated('Ines', equalCriteria(2), { at: '2026-01-06T09:00:00.000Z' }),
  by('Root', maya.status('inactive', '2026-01-07T09:00:00.000Z')),
]

test.each([
  [{ actor: userIdOf('Root') }, ['Root deactivated Maya', 'Root approved Weather (Day 5, Tom)']],
  [{ actor: 'ine' }, ['Ines rated Weather (Day 5, Tom) 2.0 of 5', 'Ines approved Kanban (Day 4, Maya)']],
  [{ actor: 'nobody' }, []],
  [{ action: 'project-rated' }, ['Ines rated Weather (Day 5, Tom) 2.0 of 5']],
  [{ subjectKind: 'user' }, ['Root deactivated Maya']],
  [{ subjectKind: 'project', subject: kanban.id }, ['Ines approved Kanban (Day 4, Maya)']],
  [{ subject: kanban.id }, ['Ines approved Kanban (Day 4, Maya)']],
  [{ subjectKind: 'user', subject: kanban.id }, []],
  [{ subjectKind: 'project', subject: kanban.id, action: 'project-rated' }, []],
  [{ subjectKind: 'user', subject: maya.id }, ['Root deactivated Maya']],
  [{ subjectKind: 'challenge' }, []],
  [{ from: '2026-01-07T09:00:00Z' }, ['Root deactivated Maya']],
  [
    { from: '2026-01-06T09:00:00Z', to: '2026-01-06T10:00:00+01:00' },
    ['Ines rated Weather (Day 5, Tom) 2.0 of 5'],
  ],
])('finds only what matches %j', async (filter, expected) => {
  const { page } = await setUp(mixed)
  expect(summaries(await page(filter))).toEqual(expected)
})

test('pages stay as they are while new events arrive', async () => {
  const { page, append } = await setUp(mixed)
  const first = await page({ limit: '2' })
  await append(kanban.rated('Ines', equalCriteria(5)), kanban.rated('Root', equalCriteria(5)))
  const second = await page({ limit: '2', cursor: first.nextCursor ?? '' })
  expect([...summaries(first), ...summaries(second)]).toEqual([
    'Root deactivated Maya',
    'Ines rated Weather (Day 5, Tom) 2.0 of 5',
    'Root approved Weather (Day 5, Tom)',
    'Ines approved Kanban (Day 4, Maya)',
  ])
  expect(second.nextCursor).toBeNull()
})

test('a page looks at a limited part of the log, and the next ones continue until its beginning', async () => {
  const { page, log } = await setUp(mixed, { maxScannedPerPage: 100 })
  for (let count = 0; count < 250; count += 1) log.add('project-x', 'ProjectLiked', { by: 'x' })
  const pages = await allPages((from) => page({ limit: '50', ...from }))
  expect(pages.map(({ entries }) => entries.length)).toEqual([0, 0, 4])
})

test('a cursor is refused for other filters', async () => {
  const { page } = await setUp(mixed)
  const { nextCursor } = await page({ limit: '1' })
  await expect(page({ cursor: nextCursor ?? '', action: 'project-rated' })).rejects.toMatchObject({
    code: 'malformed',
  })
  await expect(page({ cursor: 'abc' })).rejects.toMatchObject({ code: 'malformed' })
})

test('every action of the filter is one that an event can cause, in all its words', async () => {
  const { page } = await setUp([])
  for (const action of auditActionIds) expect((await page({ action })).entries).toEqual([])
  expect(() => auditQuery.parse({ action: 'constructor' })).toThrow('Invalid option')
})

test('ratings by participants and registrations are not entries', async () => {
  const changed = documentChanges(auditProjection, [kanban.submitted()], [kanban.approved()])
  expect(changed).toHaveLength(1)
  const silent = [kanban.rated('Tom', equalCriteria(1), { official: false }), maya.registered()]
  expect(documentChanges(auditProjection, [], silent)).toEqual([])
})

const backup = { backup: 'b1', name: 'b', automatic: false }
const invitation = { invitation: 'i1', tokenHash: 'h', role: 'viewer', by: maya.id, expiresAt: '2026-01-02' }
const ofTeam = (type: string, data: object) => ({ stream: 'admins', type, data })
test.each([
  ['a decision about a project', kanban.approved(), []],
  ['a start of the challenge', challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-01' }), []],
  ['a new name', maya.event('ProfileChanged', { fullName: 'Maya D' }), undefined],
  ['a deactivated admin', maya.status('inactive'), ['team.changed']],
  ['a deleted admin', maya.deleted({ role: 'admin' }), ['team.changed']],
  ['a new admin', maya.registered({ role: 'admin' }), ['team.changed']],
  ['a participant who became an admin', maya.event('AdminRightsGranted', {}), ['team.changed']],
  [
    'another role',
    ofTeam('AdminRoleChanged', { user: maya.id, from: 'owner', to: 'viewer' }),
    ['team.changed'],
  ],
  ['an invitation', ofTeam('InvitationCreated', invitation), ['team.changed']],
  ['a used invitation', ofTeam('InvitationUsed', { invitation: 'i1', user: maya.id }), ['team.changed']],
  ['a revoked invitation', ofTeam('InvitationRevoked', { invitation: 'i1' }), ['team.changed']],
  [
    'a backup',
    challengeEvent('BackupCreated', { ...backup, of: { run: 1, upTo: '10' } }),
    ['backups.changed'],
  ],
  ['an imported backup', challengeEvent('BackupImported', { ...backup, run: 2 }), ['backups.changed']],
  ['a deleted backup', challengeEvent('BackupDeleted', { backup: 'b1' }), ['backups.changed']],
])('admins are told of the lists that %s changes', (_, changed, lists) => {
  const prepareBackups = vi.fn<() => Promise<void>>(async () => undefined)
  const messages = documentChanges(auditProjection, [], [changed]).flatMap(auditUpdates(prepareBackups))
  expect(messages.map(({ message }) => message)).toEqual(lists ? ['audit.changed', ...lists] : [])
  for (const message of messages) if ('build' in message) void message.build([], 0)
  expect(prepareBackups).toHaveBeenCalledTimes(lists?.includes('backups.changed') ? 1 : 0)
})

test('commands of an operator from a shell are shown and found as those of the operator', async () => {
  const granted = maya.event('AdminRightsGranted', {})
  const { page } = await setUp([
    maya.registered(),
    { ...granted, actor: operatorId },
    maya.status('inactive'),
  ])
  const { entries } = await page({ actor: 'oper' })
  expect(entries).toMatchObject([
    {
      action: 'admin-rights-granted',
      actor: { _id: operatorId, name: 'Operator', avatar: null },
      summary: 'Operator made Maya an admin',
      before: { role: 'participant' },
      after: { role: 'admin' },
    },
  ])
  expect((await page({ actor: 'Betrei' })).entries).toEqual(entries)
})
