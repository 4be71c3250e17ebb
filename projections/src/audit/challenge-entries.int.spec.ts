import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { backupKeysStream } from '@thirty/contracts/events/stream-names.ts'
import {
  challengeEvent,
  equalCriteria,
  inRun,
  projectEvents,
} from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'
import { by, changes, ines, setUp, summaries } from '@thirty/projections/testing/audit-setup.ts'
import { auditProjection } from './projection.ts'

test('the challenge, its backups and restores are entries', async () => {
  const backup = { backup: 'b1', name: 'Before reset', automatic: true }
  const events = [
    challengeEvent('ChallengeScheduled', { run: 1, startsAt: '2026-01-06T08:00:00.000Z' }),
    challengeEvent('ScheduleCancelled', { run: 1 }),
    challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-05T12:00:00.000Z' }),
    challengeEvent('ChallengeEndSet', { run: 1, endsAt: '2026-02-05T12:00:00.000Z' }),
    challengeEvent('ChallengeEndUndone', { run: 1 }),
    challengeEvent('BackupCreated', { ...backup, of: { run: 1 } }),
    challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
    challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } }),
    challengeEvent('BackupImportStarted', { run: 4, finalHash: 'f00d', origin: 'own' }),
    // Start and end of the imported run: nobody has started the challenge.
    challengeEvent('ChallengeStarted', { run: 4, startsAt: '2025-01-05T12:00:00.000Z' }),
    challengeEvent('ChallengeEndSet', { run: 4, endsAt: '2025-02-05T12:00:00.000Z' }),
    challengeEvent('BackupImported', { backup: 'b2', name: 'Spring', automatic: false, run: 4 }),
    challengeEvent('BackupDeleted', { backup: 'b2' }),
  ]
  const { page } = await setUp(events.map((event) => by('Ines', event)))
  const response = await page()
  expect(summaries(response).toReversed()).toEqual([
    'Ines scheduled the start of the challenge for 2026-01-06 08:00 UTC',
    'Ines canceled the scheduled start of the challenge',
    'Ines started the challenge',
    'Ines set the end of the challenge to 2026-02-05 12:00 UTC',
    'Ines removed the end of the challenge',
    'Ines created the automatic backup “Before reset” of run 1',
    'Ines reset the challenge: run 2 began',
    'Ines restored the backup “Before reset”: run 3 continues from it',
    'Ines started to import a backup as run 4',
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

test.each([
  ['unknown', 'imported'],
  [undefined, 'imported'],
  ['own', 'kept'],
  ['accepted', 'kept'],
] as const)(
  'entries of a file without a known signature name nobody, and say that they were imported: %s',
  async (origin, expected) => {
    const project = projectEvents('Bob', 4, 7)
    const { page } = await setUp([
      by(
        'Ines',
        challengeEvent('BackupImportStarted', { run: 7, finalHash: 'f00d', ...(origin && { origin }) }),
      ),
      inRun(7, project.submitted()),
      by('Ines', inRun(7, project.approved('Ines'))),
      { ...inRun(7, project.rated('Ines', equalCriteria(4))), actor: operatorId },
    ])
    const response = await page()
    const [rated, approved, started] = response.entries
    expect(started).toMatchObject({ actor: { name: 'Ines' }, after: { signature: origin ?? 'unknown' } })
    expect([rated?.imported, approved?.imported]).toEqual(
      expected === 'imported' ? [true, true] : [undefined, undefined],
    )
    const names = [rated?.actor?.name, approved?.actor?.name]
    expect(names).toEqual(expected === 'imported' ? [undefined, undefined] : ['Operator', 'Ines'])
    const isNamed = summaries(response)
      .slice(0, 2)
      .map((summary) => /Ines|Operator|Bob/.test(summary))
    expect(isNamed).toEqual(expected === 'imported' ? [false, false] : [true, true])
    // Neither a person nor an operator of this installation is found as who has done it.
    const found = async (actor: string) =>
      (await page({ actor })).entries.map(({ action }) => action).toReversed()
    const kept = expected === 'kept'
    const ofInes = ['import-started', ...(kept ? ['project-approved'] : [])]
    expect(await found(ines.id)).toEqual(ofInes)
    expect(await found('Ines')).toEqual(ofInes)
    expect(await found(operatorId)).toEqual(kept ? ['project-rated'] : [])
    expect(await found('Operator')).toEqual(kept ? ['project-rated'] : [])
  },
)

test('accepted and removed keys of backup files are entries, which open screens are told of', async () => {
  expect(auditProjection.streams.some((family) => backupKeysStream.startsWith(family))).toBe(true)
  const fingerprint = '0123456789abcdef'.repeat(2)
  const key = (type: string, data: object) => by('Ines', { stream: 'backup-keys', type, data })
  const { page } = await setUp([
    key('BackupKeyAccepted', { fingerprint, name: 'Spring' }),
    key('BackupKeyRemoved', { fingerprint }),
  ])
  expect(changes(await page()).toReversed()).toEqual([
    ['backup-key-accepted', {}, { name: 'Spring', fingerprint }],
    ['backup-key-removed', { name: 'Spring', fingerprint }, {}],
  ])
  expect(summaries(await page()).toReversed()).toEqual([
    'Ines accepted the backup files of “Spring”',
    'Ines no longer accepts the backup files of “Spring”',
  ])
})

test('a freeze of the leaderboard, its cancellation and the reveal are entries', async () => {
  const frozen = (day: number) =>
    challengeEvent('LeaderboardFrozen', { run: 1, frozenAt: `2026-02-0${day}T12:00:00.000Z` })
  const events = [
    frozen(1),
    frozen(2),
    challengeEvent('FreezeCancelled', { run: 1 }),
    frozen(3),
    challengeEvent('LeaderboardRevealed', { run: 1 }),
  ]
  const { page } = await setUp(events.map((event) => by('Ines', event)))
  const response = await page()
  expect(summaries(response).toReversed()).toEqual([
    'Ines froze the leaderboard as of 2026-02-01 12:00 UTC',
    'Ines froze the leaderboard as of 2026-02-02 12:00 UTC',
    'Ines canceled the freeze of the leaderboard',
    'Ines froze the leaderboard as of 2026-02-03 12:00 UTC',
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

test('an event on site says until when it is, and its networks before and after', async () => {
  const options = (data: Partial<ChallengeOptions>) =>
    by('Ines', challengeEvent('ChallengeOptionsChanged', data))
  const eventNetworks = { networks: ['203.0.113.0/24', '2001:db8::/48'], until: '2026-03-04T18:00:00.000Z' }
  const { page } = await setUp([
    options({ eventNetworks }),
    options({ eventNetworks: null, notifications: false }),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines switched notifications off and ended the on-site event',
    'Ines set the networks of an on-site event until 2026-03-04 18:00 UTC',
  ])
  const named = { eventNetworks: '203.0.113.0/24, 2001:db8::/48', eventEnd: eventNetworks.until }
  const none = { eventNetworks: null, eventEnd: null }
  expect(response.entries.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { notifications: true, ...named }, after: { notifications: false, ...none } },
    { before: none, after: named },
  ])
})

test('a switched option says who switched it, with the state before and after', async () => {
  const options = (data: Partial<ChallengeOptions>) =>
    by('Ines', challengeEvent('ChallengeOptionsChanged', data))
  const { page } = await setUp([
    options({ notifications: false }),
    options({ notifications: true, emailReminders: false }),
    options({ wantedRatings: 3, normalisedScores: true }),
    options({ wantedRatings: 2 }),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines set the ratings per project to 2',
    'Ines switched normalized scores on and set the ratings per project to 3',
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
