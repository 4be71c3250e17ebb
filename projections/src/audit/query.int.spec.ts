import { auditQuery, auditResponse, type AuditEntry } from '@thirty/contracts/api/admin/audit.ts'
import type { SavedTextEvent } from '@thirty/contracts/events/saved-texts.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { auditActionIds } from '@thirty/contracts/rules/audit-actions.ts'
import type { ConflictEvent } from '@thirty/contracts/events/judging.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import {
  calibrationEvent,
  challengeEvent,
  conflictEvent,
  discussionEvents,
  documentChanges,
  equalCriteria,
  personEvents,
  projectEvents,
  recordedEvents,
  storeAfter,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { auditUpdates } from './live.ts'
import { auditProjection } from './projection.ts'
import { auditQueries, type AuditQueriesOptions } from './query.ts'

const [ines, maya, tom] = [personEvents('Ines'), personEvents('Maya'), personEvents('Tom')]
const kanban = projectEvents('Maya', 4)
const weather = projectEvents('Tom', 5, 2)
const testing = discussionEvents('Maya')
const people = ['Ines', 'Maya', 'Tom', 'Root', 'Ada']

const by = (actor: string, event: GivenEvent): GivenEvent => ({ ...event, actor: userIdOf(actor) })
const credentials = (name: string, type: string, data: object): GivenEvent => ({
  stream: `credentials-${userIdOf(name)}`,
  type,
  data,
  actor: userIdOf(name),
})
const resetLink = (type: string, data: object, actor?: string): GivenEvent => ({
  stream: 'password-reset-5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  type,
  data,
  ...(actor && { actor: userIdOf(actor) }),
})

async function setUp(given: readonly GivenEvent[], overrides: Partial<AuditQueriesOptions> = {}) {
  const log = fakeEventLog()
  const append = async (...events: GivenEvent[]) => {
    for (const [index, event] of recordedEvents(events).entries())
      await appendToEnd(log, event.stream, [
        { ...event, id: `${log.head.length}-${await log.head()}-${index}`, metadata: metadataOf(event) },
      ])
  }
  await append(...given)
  const names = new Map(people.map((name) => [userIdOf(name), name]))
  const queries = auditQueries({
    log,
    store: await storeAfter([auditProjection], given),
    readModel: auditProjection,
    findUsers: async (ids) =>
      new Map(
        [...ids].flatMap((id) => {
          const name = names.get(id)
          const role = 'participant' as const
          return name === undefined
            ? []
            : [[id, { id, name, username: null, avatar: null, role, joinedAt: '' }]]
        }),
      ),
    searchUsers: async (words) =>
      people.filter((name) => name.toLowerCase().startsWith(words.toLowerCase())).map(userIdOf),
    ...overrides,
  })
  const page = async (query: Record<string, string> = {}) => {
    const response = await queries.page(auditQuery.parse(query))
    expect(auditResponse.parse(response)).toEqual(response)
    return response
  }
  return { log, append, queries, page }
}

/** One request per event, and the run of a project. */
const metadataOf = ({ metadata, stream, id }: ReturnType<typeof recordedEvents>[number]) => {
  const [, run] = /^project-r(\d+)-/.exec(stream) ?? []
  return { ...metadata, correlation: id, ...(run !== undefined && { run: Number(run) }) }
}

const summaries = ({ entries }: { entries: readonly AuditEntry[] }) => entries.map(({ summary }) => summary)
const changes = ({ entries }: { entries: readonly AuditEntry[] }) =>
  entries.map(({ action, before, after }) => [action, before, after])

test('a review says who reviewed which project, with the state before and after', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.rejected('The live link is broken', 'Ines'),
    kanban.revised({ projectName: 'Kanban 2' }),
    kanban.approved('Ines'),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines approved Kanban 2 (Day 4, Maya)',
    'Ines rejected Kanban (Day 4, Maya): The live link is broken',
  ])
  expect(response.entries[1]).toMatchObject({
    action: 'project-rejected',
    actor: { _id: ines.id, name: 'Ines' },
    subject: { kind: 'project', id: kanban.id, name: 'Kanban' },
    run: 1,
    at: '2026-01-05T12:00:00.000Z',
    before: { status: 'submitted' },
    after: { status: 'rejected', reason: 'The live link is broken' },
  })
})

test('an official rating says what it replaced; ratings of participants are no entries', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.rated('Tom', equalCriteria(1), { official: false }),
    kanban.rated('Ines', equalCriteria(3), { feedback: 'Good start' }),
    kanban.rated('Ines', equalCriteria(4)),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines rated Kanban (Day 4, Maya) 4.0 of 5 again',
    'Ines rated Kanban (Day 4, Maya) 3.0 of 5',
  ])
  const first = { average: 3, ...equalCriteria(3), feedback: 'Good start' }
  expect(changes(response)).toEqual([
    ['project-rated', first, { average: 4, ...equalCriteria(4) }],
    ['project-rated', {}, first],
  ])
})

test('texts that an admin removed are entries with the text; own ones are not', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.commented('Tom', 1, 'Buy my shoes'),
    kanban.commented('Tom', 2),
    kanban.commentRemoved('Tom', 2),
    kanban.commentRemoved('Ines', 1),
    testing.opened(),
    testing.replied('Tom', 'r1', 'Buy my hats'),
    testing.replied('Maya', 'r2'),
    testing.replyRemoved('Maya', 'r2'),
    testing.replyRevised('Tom', 'r1', 'Buy my coats'),
    testing.replyRemoved('Ines', 'r1'),
    testing.removed('Ines'),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines removed the discussion “How do you test drag and drop?” by Maya',
    'Ines removed a reply by Tom to “How do you test drag and drop?”',
    'Ines removed a comment by Tom on Kanban (Day 4, Maya)',
  ])
  expect(response.entries.map(({ before }) => before)).toEqual([
    { author: 'Maya', title: 'How do you test drag and drop?', text: 'My board works by hand.' },
    { author: 'Tom', reply: 'Buy my coats' },
    { author: 'Tom', comment: 'Buy my shoes' },
  ])
})

test('the challenge, its backups and restores are entries', async () => {
  const backup = { backup: 'b1', name: 'Before reset', automatic: true }
  const events = [
    challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt: '2026-01-06T08:00:00.000Z' } }),
    challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } }),
    challengeEvent({ type: 'ChallengeStarted', data: { run: 1, startsAt: '2026-01-05T12:00:00.000Z' } }),
    challengeEvent({ type: 'ChallengeEndSet', data: { run: 1, endsAt: '2026-02-05T12:00:00.000Z' } }),
    challengeEvent({ type: 'ChallengeEndUndone', data: { run: 1 } }),
    challengeEvent({ type: 'BackupCreated', data: { ...backup, of: { run: 1 } } }),
    challengeEvent({ type: 'ChallengeReset', data: { run: 2, backup: 'b1' } }),
    challengeEvent({ type: 'BackupRestored', data: { run: 3, backup: 'b1', parent: { run: 1 } } }),
    challengeEvent({ type: 'BackupImportStarted', data: { run: 4, finalHash: 'f00d' } }),
    // Start and end of the imported run: nobody has started the challenge.
    challengeEvent({ type: 'ChallengeStarted', data: { run: 4, startsAt: '2025-01-05T12:00:00.000Z' } }),
    challengeEvent({ type: 'ChallengeEndSet', data: { run: 4, endsAt: '2025-02-05T12:00:00.000Z' } }),
    challengeEvent({
      type: 'BackupImported',
      data: { backup: 'b2', name: 'Spring', automatic: false, run: 4 },
    }),
    challengeEvent({ type: 'BackupDeleted', data: { backup: 'b2' } }),
  ]
  const { page } = await setUp(events.map((event) => by('Ines', event)))
  const response = await page()
  expect(summaries(response).toReversed()).toEqual([
    'Ines scheduled the start of the challenge for 2026-01-06 08:00 UTC',
    'Ines cancelled the scheduled start of the challenge',
    'Ines started the challenge',
    'Ines set the end of the challenge to 2026-02-05 12:00 UTC',
    'Ines removed the end that was set for the challenge',
    'Ines made the automatic backup “Before reset” of run 1',
    'Ines reset the challenge: run 2 began',
    'Ines restored the backup “Before reset”: run 3 continues from it',
    'Ines began to import a history as run 4',
    'Ines imported the backup “Spring” as run 4',
    'Ines deleted the backup “Spring” from the list',
  ])
  expect(changes(response).toReversed().slice(0, 8)).toEqual([
    ['challenge-scheduled', { startsAt: null }, { startsAt: '2026-01-06T08:00:00.000Z' }],
    ['schedule-cancelled', { startsAt: '2026-01-06T08:00:00.000Z' }, { startsAt: null }],
    ['challenge-started', { startsAt: null }, { startsAt: '2026-01-05T12:00:00.000Z' }],
    ['challenge-end-set', { endsAt: null }, { endsAt: '2026-02-05T12:00:00.000Z' }],
    ['challenge-end-undone', { endsAt: '2026-02-05T12:00:00.000Z' }, { endsAt: null }],
    ['backup-created', {}, { name: 'Before reset', run: 1, automatic: true }],
    ['challenge-reset', { run: 1 }, { run: 2, backup: 'Before reset' }],
    ['backup-restored', { run: 2 }, { run: 3, fromRun: 1 }],
  ])
  expect(response.entries.map(({ run }) => run)).toEqual([null, 4, 4, 3, 2, 1, 1, 1, 1, 1, 1])
})

test('a freeze of the leaderboard, its cancellation and the reveal are entries', async () => {
  const frozen = (day: number) =>
    challengeEvent({ type: 'LeaderboardFrozen', data: { run: 1, frozenAt: `2026-02-0${day}T12:00:00.000Z` } })
  const events = [
    frozen(1),
    frozen(2),
    challengeEvent({ type: 'FreezeCancelled', data: { run: 1 } }),
    frozen(3),
    challengeEvent({ type: 'LeaderboardRevealed', data: { run: 1 } }),
  ]
  const { page } = await setUp(events.map((event) => by('Ines', event)))
  const response = await page()
  expect(summaries(response).toReversed()).toEqual([
    'Ines froze the leaderboard from 2026-02-01 12:00 UTC on',
    'Ines froze the leaderboard from 2026-02-02 12:00 UTC on',
    'Ines cancelled the freeze of the leaderboard',
    'Ines froze the leaderboard from 2026-02-03 12:00 UTC on',
    'Ines revealed the final standings',
  ])
  const [none, first, second, third] = [null, 1, 2, 3].map((day) => ({
    frozenAt: day === null ? null : `2026-02-0${day}T12:00:00.000Z`,
  }))
  expect(changes(response).toReversed()).toEqual([
    ['leaderboard-frozen', none, first],
    ['leaderboard-frozen', first, second],
    ['freeze-cancelled', second, none],
    ['leaderboard-frozen', none, third],
    ['leaderboard-revealed', third, none],
  ])
})

test('what matters for the security of accounts is an entry, without hashes, tokens or addresses', async () => {
  const { page } = await setUp([
    by('Ines', ines.registered({ role: 'admin' })),
    by('Maya', maya.registered()),
    credentials('Maya', 'PasswordSet', { hash: '$argon2id$first' }),
    by('Maya', maya.event({ type: 'SignInProviderLinked', data: { provider: 'github', subject: '17' } })),
    credentials('Maya', 'PasswordSet', { hash: '$argon2id$second', sessionVersion: 1 }),
    by('Maya', maya.event({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })),
    credentials('Maya', 'PasswordRemoved', { sessionVersion: 2 }),
    resetLink('PasswordResetRequested', { user: maya.id, expiresAt: '2026-01-05T12:30:00.000Z' }),
    resetLink('PasswordResetUsed', {}, 'Maya'),
    by('Ines', maya.status('inactive')),
    by('Ines', maya.status('active')),
    by('Eve', personEvents('Eve').deleted({ role: 'admin' })),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Deleted participant deleted their account',
    'Ines activated Maya',
    'Ines deactivated Maya',
    'Maya used a password reset link',
    'A password reset link was requested for Maya',
    'The password of Maya was removed: the owner of the email address signed in',
    'All sessions of Maya ended',
    'Maya set a new password',
    'Maya linked GitHub as a way to sign in',
    'Ines registered as an admin',
  ])
  expect(response.entries[0]).toMatchObject({
    actor: { _id: userIdOf('Eve'), name: 'Deleted participant' },
    before: { role: 'admin', status: 'active' },
    after: { status: 'deleted' },
  })
  expect(response.entries[2]).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } })
  expect(response.entries[4]?.actor).toBeNull()
  expect(JSON.stringify(response)).not.toMatch(/argon2|example\.org|5e884898|"17"/)
})

test('changes of second factors are entries, with the names of passkeys and without secrets', async () => {
  const own = (event: UserEvent) => by('Ines', ines.event(event))
  const { page, log } = await setUp([
    ines.registered({ role: 'admin' }),
    own({ type: 'AuthenticatorAppAdded', data: { addedAt: '2026-01-05T12:00:00.000Z' } }),
    own({ type: 'RecoveryCodesCreated', data: { createdAt: '2026-01-05T12:00:00.000Z', count: 10 } }),
    own({ type: 'PasskeyAdded', data: { passkey: 'p1', name: 'Laptop' } }),
    own({ type: 'PasskeyRenamed', data: { passkey: 'p1', name: 'Work' } }),
    own({ type: 'PasskeyRemoved', data: { passkey: 'p1' } }),
    own({ type: 'RecoveryCodeUsed', data: { left: 9 } }),
    own({ type: 'AuthenticatorAppRemoved', data: {} }),
  ])
  const reset = recordedEvents([
    by('Root', ines.event({ type: 'SecondFactorsReset', data: {} })),
    by('Root', ines.event({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })),
  ])
  await appendToEnd(log, `user-${ines.id}`, reset)
  const response = await page()
  expect(summaries(response)).toEqual([
    'Root reset the two-factor sign-in of Ines',
    'Ines removed their authenticator app',
    'Ines used a recovery code',
    'Ines removed the passkey “Work”',
    'Ines renamed the passkey “Laptop” to “Work”',
    'Ines added the passkey “Laptop”',
    'Ines created recovery codes',
    'Ines added an authenticator app',
    'Ines registered as an admin',
  ])
  expect(response.entries[4]).toMatchObject({ before: { passkey: 'Laptop' }, after: { passkey: 'Work' } })
})

test('what belongs to another entry, and what happened without an account, is none', async () => {
  const { page, log } = await setUp([by('Maya', maya.registered())])
  const both = recordedEvents([
    by('Ines', maya.status('inactive')),
    by('Ines', maya.event({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })),
  ])
  await appendToEnd(log, `user-${maya.id}`, both)
  const signUp = recordedEvents([
    by('Tom', tom.registered()),
    by('Tom', tom.event({ type: 'SignInProviderLinked', data: { provider: 'google', subject: '4' } })),
  ])
  await appendToEnd(log, `user-${tom.id}`, signUp)
  await appendToEnd(
    log,
    `user-${userIdOf('Nobody')}`,
    recordedEvents([personEvents('Nobody').status('inactive')]),
  )
  expect(summaries(await page())).toEqual(['Ines deactivated Maya'])
})

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

test('has the actions of every run, with its number', async () => {
  const { page } = await setUp(mixed)
  const { entries } = await page({ subjectKind: 'project' })
  expect(entries.map(({ run }) => run)).toEqual([2, 2, 1])
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

test('a page looks at a limited part of the log, and the next ones go on until its beginning', async () => {
  const { page, log } = await setUp(mixed, { maxScannedPerPage: 100 })
  for (let count = 0; count < 250; count += 1) log.add('project-x', 'ProjectLiked', { by: 'x' })
  const found: string[] = []
  const sizes: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { entries, nextCursor } = await page({ limit: '50', ...(cursor !== '' && { cursor }) })
    sizes.push(entries.length)
    found.push(...entries.map(({ summary }) => summary))
    cursor = nextCursor
  }
  expect(sizes).toEqual([0, 0, 4])
  expect(found).toHaveLength(4)
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

test('admins are told about new entries, if one of them listens', async () => {
  const changed = documentChanges(auditProjection, [kanban.submitted()], [kanban.approved()])
  expect(changed).toHaveLength(1)
  expect(auditUpdates(() => true)()).toMatchObject([{ room: rooms.admins, message: 'audit.changed' }])
  expect(auditUpdates(() => false)()).toEqual([])
  const silent = [kanban.rated('Tom', equalCriteria(1), { official: false }), maya.registered()]
  expect(documentChanges(auditProjection, [], silent)).toEqual([])
})

test('what an operator did from a shell is shown and found as that of the operator', async () => {
  const granted = maya.event({ type: 'AdminRightsGranted', data: {} })
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
})

test('a switched option says who switched it, with the state before and after', async () => {
  const options = (data: Partial<ChallengeOptions>) =>
    by('Ines', challengeEvent({ type: 'ChallengeOptionsChanged', data }))
  const { page } = await setUp([
    options({ notifications: false }),
    options({ notifications: true, emailReminders: false }),
    options({ wantedRatings: 3, normalisedScores: true }),
    options({ wantedRatings: 2 }),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines set the ratings that each project should have to 2',
    'Ines switched normalised scores on and set the ratings that each project should have to 3',
    'Ines switched notifications on and email reminders off',
    'Ines switched notifications off',
  ])
  expect(changes(response)).toEqual([
    ['options-changed', { wantedRatings: 3 }, { wantedRatings: 2 }],
    [
      'options-changed',
      { normalisedScores: false, wantedRatings: 1 },
      { normalisedScores: true, wantedRatings: 3 },
    ],
    [
      'options-changed',
      { notifications: false, emailReminders: true },
      { notifications: true, emailReminders: false },
    ],
    ['options-changed', { notifications: true }, { notifications: false }],
  ])
})

test('a conflict of interest says whose it is, and who declared it', async () => {
  const conflict = (event: ConflictEvent, actor = 'Maya') => by(actor, conflictEvent('Maya', event))
  const participant = userIdOf('Ada')
  const { page } = await setUp([
    conflict({ type: 'ConflictDeclared', data: { participant, reason: 'work' } }),
    conflict({ type: 'ConflictWithdrawn', data: { participant } }),
    conflict({ type: 'ConflictDeclared', data: { participant } }, 'Ines'),
    conflict({ type: 'ConflictWithdrawn', data: { participant } }, 'Ines'),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines took back the conflict of interest of Maya with Ada',
    'Ines declared a conflict of interest of Maya with Ada',
    'Maya took back the conflict of interest with Ada',
    'Maya declared a conflict of interest with Ada',
  ])
  expect(changes(response).at(-1)).toEqual(['conflict-declared', {}, { reason: 'work' }])
  expect(response.entries[0]?.subject).toEqual({ kind: 'user', id: participant, name: 'Ada' })
})

test('a calibration project says whose project it is', async () => {
  const { id: project } = projectEvents('Ada', 3)
  const { page } = await setUp([
    by('Ines', calibrationEvent({ type: 'CalibrationProjectAdded', data: { project } })),
    by('Ines', calibrationEvent({ type: 'CalibrationProjectRemoved', data: { project } })),
  ])
  const response = await page({ action: 'calibration-added' })
  expect(summaries(response)).toEqual(['Ines chose the project of Ada for Day 3 for calibration'])
  expect(summaries(await page())).toContain('Ines removed the project of Ada for Day 3 from calibration')
})

test('a saved text says who added, changed and deleted it, with title and text before and after', async () => {
  const event = (given: SavedTextEvent): GivenEvent => by('Ines', { stream: 'texts', ...given })
  const { page } = await setUp([
    event({
      type: 'SavedTextAdded',
      data: { savedText: 'a', kind: 'rejection', title: 'Dead link', text: 'It is dead.' },
    }),
    event({
      type: 'SavedTextAdded',
      data: { savedText: 'b', kind: 'feedback', title: 'Neat', text: 'Neat.' },
    }),
    event({ type: 'SavedTextChanged', data: { savedText: 'a', title: 'No link', text: 'None.' } }),
    event({ type: 'SavedTextDeleted', data: { savedText: 'a' } }),
    maya.registered(),
    maya.status('inactive'),
  ])
  const response = await page({ subjectKind: 'text' })
  expect(summaries(response)).toEqual([
    'Ines deleted the saved reason “No link”',
    'Ines changed the saved reason “No link”',
    'Ines added the saved feedback “Neat”',
    'Ines added the saved reason “Dead link”',
  ])
  expect(changes(response).slice(0, 2)).toEqual([
    ['saved-text-deleted', { title: 'No link', text: 'None.' }, {}],
    ['saved-text-changed', { title: 'Dead link', text: 'It is dead.' }, { title: 'No link', text: 'None.' }],
  ])
  expect(summaries(await page({ subjectKind: 'text', subject: 'b' }))).toEqual([
    'Ines added the saved feedback “Neat”',
  ])
})

test('a changed role and the life of an invitation say who did what to whom', async () => {
  const event = (type: string, data: unknown, actor: string): GivenEvent => ({
    stream: 'admins',
    type,
    data,
    actor: userIdOf(actor),
  })
  const maya = personEvents('Maya').registered({ role: 'admin' })
  const created = {
    invitation: 'i1',
    tokenHash: 'h1',
    role: 'viewer',
    by: userIdOf('Ines'),
    expiresAt: '2026-01-12T12:00:00.000Z',
  }
  const { page } = await setUp([
    personEvents('Ines').registered({ role: 'admin' }),
    maya,
    event('AdminJoined', { user: userIdOf('Maya') }, 'Maya'),
    event('AdminRoleChanged', { user: userIdOf('Maya'), from: 'owner', to: 'reviewer' }, 'Ines'),
    event('InvitationCreated', created, 'Ines'),
    event('InvitationUsed', { invitation: 'i1', user: userIdOf('Maya') }, 'Maya'),
    event('InvitationCreated', { ...created, invitation: 'i2', role: 'organiser' }, 'Ines'),
    event('InvitationRevoked', { invitation: 'i2' }, 'Ines'),
  ])
  const { entries } = await page()
  const facts = entries.map(({ action, summary, subject }) => [action, summary, subject.name])
  expect(facts.slice(0, 5)).toEqual([
    ['invitation-revoked', 'Ines revoked an invitation with the role organiser', 'Invitation (organiser)'],
    ['invitation-created', 'Ines invited an admin with the role organiser', 'Invitation (organiser)'],
    ['invitation-used', 'Maya used an invitation by Ines with the role viewer', 'Invitation (viewer)'],
    ['invitation-created', 'Ines invited an admin with the role viewer', 'Invitation (viewer)'],
    ['admin-role-changed', 'Ines changed the role of Maya from owner to reviewer', 'Maya'],
  ])
  expect(entries[4]).toMatchObject({ before: { role: 'owner' }, after: { role: 'reviewer' } })
})
