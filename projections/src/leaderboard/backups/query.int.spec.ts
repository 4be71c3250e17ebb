import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardSummary } from '../folded-boards.ts'
import { readChallenge } from '../../read-challenge.ts'

const morning = '2026-01-05T09:00:00.000Z'
const root = personEvents('Root').registered({ role: 'admin' })
const ada = projectEvents('Ada', 1)
const bob = projectEvents('Bob', 2)
const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: morning })

const created = (
  backup: string,
  of: { run: number; upTo?: string },
  { at, actor }: { at?: string; actor?: string } = {},
) => ({
  ...challengeEvent('BackupCreated', {
    backup,
    name: `Backup ${backup}`,
    automatic: of.upTo === undefined,
    of,
  }),
  ...(at && { at }),
  ...(actor && { actor: userIdOf(actor) }),
})
const reset = (run: number, backup: string, at?: string) =>
  challengeEvent('ChallengeReset', { run, backup }, at)

test('the list has the figures of the leaderboard at each place, newest first', async () => {
  const { backups } = await pastSetup([
    root,
    personEvents('Ada').registered(),
    started,
    ada.submitted(),
    created('b1', { run: 1, upTo: '40' }, { actor: 'Root', at: '2026-01-07T12:00:00.000Z' }),
    bob.submitted(),
    ada.rated('Root', equalCriteria(4)),
    created('b2', { run: 1 }),
    reset(2, 'b2'),
  ])
  const { backups: listed, nextCursor } = await backups.list({ limit: 10 })
  expect(nextCursor).toBeNull()
  expect(listed).toMatchObject([
    {
      _id: 'b2',
      automatic: true,
      createdBy: null,
      // Ada: 3 + 2 + 40, Bob: 3 + 2.
      data: {
        statistics: { totalProjects: 2, totalParticipants: 2, averagePoints: 25 },
        metadata: { day: 1 },
      },
    },
    {
      _id: 'b1',
      name: 'Backup b1',
      createdAt: '2026-01-07T12:00:00.000Z',
      automatic: false,
      imported: false,
      createdBy: { username: 'root' },
      data: {
        statistics: { totalProjects: 1, totalParticipants: 1, averagePoints: 5 },
        metadata: { run: 1, day: 3, challengePeriod: { start: morning, end: '2026-02-11T00:00:00.000Z' } },
      },
    },
  ])
  expect(await backups.one('b1')).toEqual(listed[1])
  expect(await backups.one('b3')).toBeUndefined()
})

test('pages of the list neither repeat nor skip a backup, and a deleted one is not listed', async () => {
  const all = Array.from({ length: 7 }, (_, index) => created(`b${index}`, { run: 1, upTo: '10' }))
  const deleted = challengeEvent('BackupDeleted', { backup: 'b3' })
  const { backups } = await pastSetup([root, ...all, deleted])
  const pages = await allPages((from) => backups.list({ limit: 2, ...from }))
  expect(pages.flatMap((page) => page.backups.map(({ _id }) => _id))).toEqual([
    'b6',
    'b5',
    'b4',
    'b2',
    'b1',
    'b0',
  ])
  expect(await backups.one('b3')).toBeUndefined()
})

test('an imported backup has the figures of its own run, which equal its board', async () => {
  const imported = projectEvents('Bob', 2, 5)
  const { backups, places, log } = await pastSetup([
    ada.submitted(),
    challengeEvent('BackupImportStarted', { run: 5, finalHash: 'f1' }),
    imported.submitted(),
    imported.rated('Root', equalCriteria(4)),
    projectEvents('Ada', 2, 5).submitted(),
    challengeEvent('BackupImported', { backup: 'i1', name: 'Imported', automatic: false, run: 5 }),
  ])
  expect(await backups.one('i1')).toMatchObject({
    imported: true,
    data: { statistics: { totalProjects: 2, totalParticipants: 2 }, metadata: { run: 5 } },
  })
  const challenge = await readChallenge(log)
  const ofBackups = challenge.backups.map((backup) => backup.of)
  const [figures] = await places.figures(ofBackups, challenge)
  const { board } = await places.board(ofBackups[0] ?? { run: 5 }, challenge)
  expect(figures).toEqual(boardSummary(board.documents))
})

test('a project that was stored a moment after its run ended is part of the backup', async () => {
  const end = '2026-01-06T09:00:00.000Z'
  const { backups, log } = await pastSetup([
    ada.submitted({}, morning),
    created('b1', { run: 1 }, { at: end }),
    reset(2, 'b1', end),
    projectEvents('Ada', 1, 2).submitted({}, '2026-01-06T09:00:01.000Z'),
  ])
  const figures = async () => (await backups.one('b1'))?.data.statistics
  expect(await figures()).toMatchObject({ totalProjects: 1 })
  log.give({ ...bob.submitted({}, '2026-01-06T09:00:02.000Z') })
  expect(await figures()).toMatchObject({ totalProjects: 2, totalParticipants: 2 })
})

test('the figures of a run that a reset began need no event before it', async () => {
  const { backups, log } = await pastSetup([
    root,
    personEvents('Ada').registered(),
    ada.submitted(),
    bob.submitted(),
    created('b1', { run: 1 }),
    reset(2, 'b1'),
    projectEvents('Cleo', 1, 2).submitted(),
    created('b2', { run: 2, upTo: '70' }),
  ])
  expect(await backups.one('b2')).toMatchObject({
    data: { statistics: { totalProjects: 1, totalParticipants: 1 }, metadata: { run: 2 } },
  })
  expect(log.reads.events).toBe(1)
})

test('the figures of a long run equal its leaderboard, which is folded once', async () => {
  const cleo = projectEvents('Cleo', 1, 2)
  const stars = Array.from({ length: 5_000 }, (_, index) => 1 + (index % 5))
  const { backups, places, log } = await pastSetup([
    ada.submitted(),
    created('b1', { run: 1 }),
    reset(2, 'b1'),
    cleo.submitted(),
    ...stars.map((count) => cleo.rated('Root', equalCriteria(count))),
    created('b2', { run: 2, upTo: '50040' }),
  ])
  expect(await backups.one('b2')).toMatchObject({
    // 3 + 2 + 50.
    data: { statistics: { totalProjects: 1, totalParticipants: 1, averagePoints: 55 } },
  })
  const { events } = log.reads
  await places.board({ run: 2, upTo: 50_040n }, await readChallenge(log))
  expect(log.reads.events).toBe(events)
})

test('the figures of every backup of any challenge equal a fold from the first event', async () => {
  await fc.assert(
    fc.asyncProperty(randomChallenges(), async ({ events, backups: expected }) => {
      const { places, log } = await pastSetup(events)
      const challenge = await readChallenge(log)
      const all = challenge.backups.map(({ of }) => of)
      expect(all).toHaveLength(expected.length)
      const figures = await places.figures(all, challenge)
      for (const [index, of] of all.entries()) {
        // Knows no other board.
        const fresh = await pastSetup(events)
        const { board } = await fresh.places.board(of, challenge)
        expect(figures[index]).toEqual(boardSummary(board.documents))
      }
    }),
    { numRuns: 60 },
  )
})

test('the figures before a reset are those of the backup that the reset makes', async () => {
  const given = [root, started, ada.submitted(), bob.submitted(), ada.rated('Root', equalCriteria(4))]
  const { backups } = await pastSetup([...given, created('b1', { run: 1 }), reset(2, 'b1')])
  const statistics = (await backups.one('b1'))?.data.statistics
  expect(statistics).toMatchObject({ totalProjects: 2, totalParticipants: 2 })
  expect(await (await pastSetup(given)).backups.current()).toEqual({ run: 1, statistics })
  expect((await backups.current()).statistics).toMatchObject({ totalProjects: 0, averagePoints: 0 })
})
