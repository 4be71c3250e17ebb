import { inspect } from 'node:util'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { discussionStream } from '@thirty/contracts/events/stream-names.ts'
import { commentId } from '@thirty/contracts/projects/project-id.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import {
  calibrationEvent,
  challengeEvent,
  conflictEvent,
  discussionEvents,
  equalCriteria,
  inRun,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'
import { by, ines, kanban, said, setUp, summaries, testing } from '@thirty/projections/testing/audit-setup.ts'

const at = (date: string) => `2026-${date}:00.000Z`
const event = (stream: string, type: string, data: object, actor = 'Ines') =>
  by(actor, { stream, type, data })
const challenge = (...given: Parameters<typeof challengeEvent>) => by('Ines', challengeEvent(...given))
const options = (data: Partial<ChallengeOptions>) => challenge('ChallengeOptionsChanged', data)
const eventNetworks = { networks: ['203.0.113.0/24', '2001:db8::/48'], until: at('03-04T18:00') }
const backup = { backup: 'b1', name: 'Before reset', automatic: true }
const frozen = (day: number) => challenge('LeaderboardFrozen', { run: 1, frozenAt: at(`02-0${day}T12:00`) })
const own = discussionEvents('Tom')
const conflict = { participant: userIdOf('Ada') }
const { id: adasProject } = projectEvents('Ada', 3)

/** The beginning of the fields of a rating. */
const allCriteria = (stars: number) =>
  inspect({ average: stars, ...equalCriteria(stars) }, { breakLength: Infinity }).slice(0, -2)

/** Events, and what the audit says of them, in their order: each sentence, and the fields before and after below it. */
const histories: [string, GivenEvent[], string[]][] = [
  [
    'the challenge, its backups and restores',
    [
      challenge('ChallengeScheduled', { run: 1, startsAt: at('01-06T08:00') }),
      challenge('ScheduleCancelled', { run: 1 }),
      challenge('ChallengeStarted', { run: 1, startsAt: at('01-05T12:00') }),
      challenge('ChallengeEndSet', { run: 1, endsAt: at('02-05T12:00') }),
      challenge('ChallengeEndUndone', { run: 1 }),
      challenge('BackupCreated', { ...backup, of: { run: 1 } }),
      challenge('BackupCreated', { backup: 'b0', name: 'Spring', automatic: false, of: { run: 1 } }),
      challenge('ChallengeReset', { run: 2, backup: 'b1' }),
      challenge('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } }),
      challenge('BackupImportStarted', { run: 4, finalHash: 'f00d', origin: 'own' }),
      // Start and end of the imported run: nobody has started the challenge.
      challenge('ChallengeStarted', { run: 4, startsAt: '2025-01-05T12:00:00.000Z' }),
      challenge('ChallengeEndSet', { run: 4, endsAt: '2025-02-05T12:00:00.000Z' }),
      challenge('BackupImported', { backup: 'b2', name: 'Spring', automatic: false, run: 4 }),
      challenge('BackupDeleted', { backup: 'b2' }),
    ],
    [
      'Ines scheduled the start of the challenge for 2026-01-06 08:00 UTC',
      "{ startsAt: null } → { startsAt: '2026-01-06T08:00:00.000Z' }",
      'Ines canceled the scheduled start of the challenge',
      "{ startsAt: '2026-01-06T08:00:00.000Z' } → { startsAt: null }",
      'Ines started the challenge',
      "{ startsAt: null } → { startsAt: '2026-01-05T12:00:00.000Z' }",
      'Ines set the end of the challenge to 2026-02-05 12:00 UTC',
      "{ endsAt: null } → { endsAt: '2026-02-05T12:00:00.000Z' }",
      'Ines removed the end of the challenge',
      "{ endsAt: '2026-02-05T12:00:00.000Z' } → { endsAt: null }",
      'Ines created the automatic backup “Before reset” of run 1',
      "{} → { name: 'Before reset', run: 1, automatic: true }",
      'Ines created the backup “Spring” of run 1',
      "{} → { name: 'Spring', run: 1, automatic: false }",
      'Ines reset the challenge: run 2 began',
      "{ run: 1 } → { run: 2, backup: 'Before reset' }",
      'Ines restored the backup “Before reset”: run 3 continues from it',
      '{ run: 2 } → { run: 3, fromRun: 1 }',
      'Ines started to import a backup as run 4',
      "{} → { run: 4, signature: 'own' }",
      'Ines imported the backup “Spring” as run 4',
      "{} → { name: 'Spring', run: 4 }",
      'Ines deleted the backup “Spring” from the list',
      "{ name: 'Spring' } → {}",
    ],
  ],
  [
    'freezes of the leaderboard, their cancellation, the reveal, and switched options',
    [
      frozen(1),
      frozen(2),
      challenge('FreezeCancelled', { run: 1 }),
      frozen(3),
      challenge('LeaderboardRevealed', { run: 1 }),
      options({ notifications: false }),
      options({ notifications: true, emailReminders: false }),
      options({ wantedRatings: 3, normalisedScores: true }),
      options({ wantedRatings: 2 }),
    ],
    [
      'Ines froze the leaderboard as of 2026-02-01 12:00 UTC',
      "{ frozenAt: null } → { frozenAt: '2026-02-01T12:00:00.000Z' }",
      'Ines froze the leaderboard as of 2026-02-02 12:00 UTC',
      "{ frozenAt: '2026-02-01T12:00:00.000Z' } → { frozenAt: '2026-02-02T12:00:00.000Z' }",
      'Ines canceled the freeze of the leaderboard',
      "{ frozenAt: '2026-02-02T12:00:00.000Z' } → { frozenAt: null }",
      'Ines froze the leaderboard as of 2026-02-03 12:00 UTC',
      "{ frozenAt: null } → { frozenAt: '2026-02-03T12:00:00.000Z' }",
      'Ines revealed the final standings',
      "{ frozenAt: '2026-02-03T12:00:00.000Z' } → { frozenAt: null }",
      'Ines switched notifications off',
      '{ notifications: true } → { notifications: false }',
      'Ines switched notifications on and email reminders off',
      '{ notifications: false, emailReminders: true } → { notifications: true, emailReminders: false }',
      'Ines switched normalized scores on and set the ratings per project to 3',
      '{ normalisedScores: false, wantedRatings: 1 } → { normalisedScores: true, wantedRatings: 3 }',
      'Ines set the ratings per project to 2',
      '{ wantedRatings: 3 } → { wantedRatings: 2 }',
    ],
  ],
  [
    'reviews, official ratings, conflicts of interest and calibration projects',
    [
      kanban.submitted(),
      kanban.rejected('The live link is broken', 'Ines'),
      kanban.revised({ projectName: 'Kanban 2' }),
      kanban.rated('Tom', equalCriteria(1), { official: false }),
      kanban.rated('Ines', equalCriteria(3), { feedback: 'Good start' }),
      kanban.rated('Ines', equalCriteria(4)),
      kanban.approved('Ines'),
      by('Maya', conflictEvent('Maya', 'ConflictDeclared', { ...conflict, reason: 'work' })),
      by('Maya', conflictEvent('Maya', 'ConflictWithdrawn', conflict)),
      by('Ines', conflictEvent('Maya', 'ConflictDeclared', conflict)),
      by('Ines', conflictEvent('Maya', 'ConflictWithdrawn', conflict)),
      by('Ines', calibrationEvent('CalibrationProjectAdded', { project: adasProject })),
      by('Ines', calibrationEvent('CalibrationProjectRemoved', { project: adasProject })),
    ],
    [
      'Ines rejected Kanban (Day 4, Maya): The live link is broken',
      "{ status: 'submitted' } → { status: 'rejected', reason: 'The live link is broken' }",
      'Ines rated Kanban 2 (Day 4, Maya) 3.0 of 5',
      `{} → ${allCriteria(3)}, feedback: 'Good start' }`,
      'Ines rated Kanban 2 (Day 4, Maya) 4.0 of 5 again',
      `${allCriteria(3)}, feedback: 'Good start' } → ${allCriteria(4)} }`,
      'Ines approved Kanban 2 (Day 4, Maya)',
      "{ status: 'submitted' } → { status: 'approved' }",
      'Maya declared a conflict of interest with Ada',
      "{} → { reason: 'work' }",
      'Maya removed the conflict of interest with Ada',
      'Ines declared a conflict of interest of Maya with Ada',
      'Ines removed the conflict of interest of Maya with Ada',
      'Ines chose the project of Ada for Day 3 for calibration',
      'Ines removed the project of Ada for Day 3 from calibration',
    ],
  ],
  [
    'texts that an admin hid, showed again or removed, but not own ones,',
    [
      kanban.submitted(),
      kanban.commented('Tom', 1, 'Buy my shoes'),
      kanban.commented('Tom', 2),
      kanban.commentRemoved('Tom', 2),
      kanban.commentHidden('Ines', 1),
      {
        ...kanban.commentHidden('Ines', 1),
        type: 'CommentShown',
        data: { by: ines.id, comment: commentId(1) },
      },
      kanban.commentRemoved('Ines', 1),
      testing.opened(),
      testing.replied('Tom', 'r1', 'Buy my hats'),
      testing.replied('Maya', 'r2'),
      testing.replyRemoved('Maya', 'r2'),
      testing.replyRevised('Tom', 'r1', 'Buy my coats'),
      testing.replyHidden('Ines', 'r1'),
      event(discussionStream(testing.id), 'ReplyShown', { by: ines.id, reply: 'r1' }),
      testing.replyRemoved('Ines', 'r1'),
      event(discussionStream(testing.id), 'DiscussionHidden', { by: ines.id, reason: 'Off topic' }),
      event(discussionStream(testing.id), 'DiscussionShown', { by: ines.id }),
      testing.removed('Ines'),
      own.opened(),
      own.removed('Tom'),
    ],
    [
      'Ines hid a comment by Tom on Kanban (Day 4, Maya): Rude',
      "{ author: 'Tom', comment: 'Buy my shoes' } → { reason: 'Rude' }",
      'Ines unhid a comment by Tom on Kanban (Day 4, Maya)',
      "{ author: 'Tom', comment: 'Buy my shoes' } → {}",
      'Ines removed a comment by Tom on Kanban (Day 4, Maya)',
      "{ author: 'Tom', comment: 'Buy my shoes' } → {}",
      'Ines hid a reply by Tom to “How do you test drag and drop?”: Rude',
      "{ author: 'Tom', reply: 'Buy my coats' } → { reason: 'Rude' }",
      'Ines unhid a reply by Tom to “How do you test drag and drop?”',
      "{ author: 'Tom', reply: 'Buy my coats' } → {}",
      'Ines removed a reply by Tom to “How do you test drag and drop?”',
      "{ author: 'Tom', reply: 'Buy my coats' } → {}",
      'Ines hid the discussion “How do you test drag and drop?” by Maya: Off topic',
      "{ author: 'Maya', text: 'My board works by hand.' } → { reason: 'Off topic' }",
      'Ines unhid the discussion “How do you test drag and drop?” by Maya',
      "{ author: 'Maya', text: 'My board works by hand.' } → {}",
      'Ines removed the discussion “How do you test drag and drop?” by Maya',
      "{ author: 'Maya', title: 'How do you test drag and drop?', text: 'My board works by hand.' } → {}",
    ],
  ],
]

test.each(histories)('%s are entries', async (_, given, expected) => {
  const { page } = await setUp(given)
  expect(said(await page())).toEqual(expected)
})

test('an event on site says until when it is, and its networks before and after', async () => {
  const { page } = await setUp([
    options({ eventNetworks }),
    options({ eventNetworks: null, notifications: false }),
  ])
  const named = { eventNetworks: '203.0.113.0/24, 2001:db8::/48', eventEnd: eventNetworks.until }
  const none = { eventNetworks: null, eventEnd: null }
  expect((await page()).entries).toMatchObject([
    {
      summary: 'Ines switched notifications off and ended the on-site event',
      before: { notifications: true, ...named },
      after: { notifications: false, ...none },
    },
    {
      summary: 'Ines set the networks of an on-site event until 2026-03-04 18:00 UTC',
      before: none,
      after: named,
    },
  ])
})

test('an event of an old log that names no actor is said of whom its data names', async () => {
  const old = ({ actor: _, ...given }: GivenEvent): GivenEvent => given
  const { page } = await setUp([
    kanban.submitted(),
    old(kanban.approved('Ines')),
    old(kanban.rated('Ines', equalCriteria(3))),
  ])
  expect((await page()).entries).toMatchObject([
    { summary: 'Ines rated Kanban (Day 4, Maya) 3.0 of 5', actor: null },
    { summary: 'Ines approved Kanban (Day 4, Maya)', actor: null },
  ])
})

test('an entry says who acted, on what, in which run and when', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.approved('Ines'),
    challenge('ChallengeStarted', { run: 1, startsAt: at('01-05T12:00') }),
    challengeEvent('BackupCreated', { ...backup, of: { run: 1 } }),
    by('Ines', calibrationEvent('CalibrationProjectAdded', { project: projectEvents('Ghost', 3).id })),
    by('Eve', personEvents('Eve').deleted()),
  ])
  const { entries } = await page()
  expect(entries).toMatchObject([
    { actor: { _id: userIdOf('Eve'), name: 'Deleted participant' }, run: null },
    { subject: { name: 'Deleted participant', nameCodes: { name: 'deletedPerson' } } },
    { actor: null, subject: { kind: 'backup', id: 'b1', name: 'Before reset' }, run: 1 },
    { action: 'challenge-started', subject: { kind: 'challenge', id: 'challenge' }, run: 1 },
    {
      action: 'project-approved',
      actor: { _id: ines.id, name: 'Ines', username: 'ines' },
      subject: { kind: 'project', id: kanban.id, name: 'Kanban' },
      run: 1,
      at: at('01-05T12:00'),
    },
  ])
})

test.each([
  { origin: 'unknown', isKept: false },
  { origin: undefined, isKept: false },
  { origin: 'own', isKept: true },
  { origin: 'accepted', isKept: true },
] as const)(
  'entries of a file without a known signature name nobody, and say that they were imported: $origin',
  async ({ origin, isKept }) => {
    const project = projectEvents('Bob', 4, 7)
    const { page } = await setUp([
      challenge('BackupImportStarted', { run: 7, finalHash: 'f00d', ...(origin && { origin }) }),
      ...[project.submitted(), project.approved('Ines')].map((given) => inRun(7, given)),
      { ...inRun(7, project.rated('Ines', equalCriteria(4))), actor: operatorId },
    ])
    const { entries } = await page()
    expect(entries.map(({ actor, imported }) => [actor?.name, imported])).toEqual([
      ...(isKept
        ? [
            ['Operator', undefined],
            ['Ines', undefined],
          ]
        : [
            [undefined, true],
            [undefined, true],
          ]),
      ['Ines', undefined],
    ])
    expect(entries[2]?.after).toMatchObject({ signature: origin ?? 'unknown' })
    expect(summaries({ entries }).map((said) => /Ines|Operator|Bob/.test(said))).toEqual([
      isKept,
      isKept,
      true,
    ])
    // Neither a person nor an operator of this installation is found as who has done it.
    for (const [actor, actions] of [
      ['Ines', [...(isKept ? ['project-approved'] : []), 'import-started']],
      [ines.id, [...(isKept ? ['project-approved'] : []), 'import-started']],
      ['Operator', isKept ? ['project-rated'] : []],
      [operatorId, isKept ? ['project-rated'] : []],
    ] as const)
      expect((await page({ actor })).entries.map(({ action }) => action)).toEqual(actions)
  },
)
