import { expect, test } from 'vitest'
import {
  challengeEvent,
  equalCriteria,
  inRun,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { portableHistory } from './export-backup.ts'

const ada1 = projectEvents('Ada', 1)
const [ada1InRun2, bob1InRun2] = [projectEvents('Ada', 1, 2), projectEvents('Bob', 1, 2)]
const started = (run: number, startsAt: string) => challengeEvent('ChallengeStarted', { run, startsAt })
const restoredTo = (run: number, parent: { run: number; upTo?: string }): GivenEvent[] => [
  challengeEvent('BackupRestored', { run, backup: 'b', parent }),
]

/** Returns the events that a file of a place has. */
async function eventsOf(given: readonly GivenEvent[], place: { run: number; upTo?: bigint }) {
  return (await Array.fromAsync((await portableHistory(recordedLog(given), place)).events())).flat()
}
const typesIn = async (...args: Parameters<typeof eventsOf>) =>
  (await eventsOf(...args)).map(({ type }) => type)

test('a file has projects, reactions, views and completed days of its history, and nothing about accounts', async () => {
  const events = await eventsOf(
    [
      personEvents('Ada').registered(),
      started(1, '2026-01-01T00:00:00.000Z'),
      ada1.submitted(),
      ada1.viewed('Bob'),
      {
        stream: `journey-1-${userIdOf('Ada')}`,
        type: 'DayCompleted',
        data: { day: 1 },
        actor: userIdOf('Ada'),
      },
      ada1.rated('Root', equalCriteria(4)),
      personEvents('Ada').status('inactive'),
      {
        stream: 'discussion-d1',
        type: 'DiscussionOpened',
        data: { title: 'T', text: 'T', by: userIdOf('Ada') },
      },
    ].map((event) => inRun(1, event)),
    { run: 1 },
  )
  expect(events.map(({ stream, type, actor }) => [stream, type, actor])).toEqual([
    ['challenge', 'ChallengeStarted', undefined],
    [`project-${ada1.id}`, 'ProjectSubmitted', userIdOf('Ada')],
    [`viewed-${ada1.id}-${userIdOf('Bob')}`, 'ProjectViewed', userIdOf('Bob')],
    [`journey-1-${userIdOf('Ada')}`, 'DayCompleted', userIdOf('Ada')],
    [`project-${ada1.id}`, 'ProjectRated', userIdOf('Root')],
  ])
})

test('only events up to the place of the backup are in its file', async () => {
  const given = [ada1.submitted(), ada1.approved(), ada1.liked('Bob')].map((event) => inRun(1, event))
  expect(await typesIn(given, { run: 1, upTo: 20n })).toEqual(['ProjectSubmitted', 'ProjectApproved'])
  expect(await typesIn(given, { run: 1 })).toHaveLength(3)
  expect(await typesIn(given, { run: 2 })).toEqual([])
})

test('the projects of a restored history become the projects of one run', async () => {
  const given = [
    inRun(1, ada1.submitted()),
    inRun(1, ada1.approved()),
    ...restoredTo(2, { run: 1, upTo: '10' }),
    inRun(2, ada1.withdrawn()),
    inRun(2, ada1InRun2.submitted({ projectName: 'Another' })),
    inRun(2, bob1InRun2.submitted()),
    inRun(2, bob1InRun2.viewed('Ada')),
  ]
  const bob = projectEvents('Bob', 1)
  const events = await eventsOf(given, { run: 2 })
  expect(events.map(({ stream, type }) => [stream, type])).toEqual([
    [`project-${ada1.id}`, 'ProjectSubmitted'],
    [`project-${ada1.id}`, 'ProjectWithdrawn'],
    [`project-${ada1.id}`, 'ProjectSubmitted'],
    [`project-${bob.id}`, 'ProjectSubmitted'],
    [`viewed-${bob.id}-${userIdOf('Ada')}`, 'ProjectViewed'],
  ])
  expect(events.at(-1)?.data).toEqual({ project: bob.id, by: userIdOf('Ada') })
})

test.each<[what: string, given: GivenEvent[], comments: string[]]>([
  [
    'of a day with several projects are numbered on',
    [
      ...[ada1.submitted(), ada1.commented('Bob', 1), ada1.commented('Bob', 2)].map((event) =>
        inRun(1, event),
      ),
      ...restoredTo(2, { run: 1 }),
      inRun(2, ada1.commentRemoved('Bob', 2)),
      inRun(2, ada1.withdrawn()),
      ada1InRun2.submitted(),
      ada1InRun2.commented('Cleo', 1),
      ada1InRun2.commented('Cleo', 2),
      ada1InRun2.commentRemoved('Cleo', 1),
    ],
    ['Posted c1', 'Posted c2', 'Removed c2', 'Posted c3', 'Posted c4', 'Removed c3'],
  ],
  [
    'have no gap where one is missing in the history',
    [
      ...[ada1.submitted(), ada1.commented('Bob', 1), ada1.commented('Bob', 2)].map((event) =>
        inRun(1, event),
      ),
      ...restoredTo(2, { run: 1, upTo: '20' }),
      inRun(2, ada1.commented('Cleo', 3)),
    ],
    ['Posted c1', 'Posted c2'],
  ],
])('comments %s', async (_what, given, comments) => {
  const events = (await eventsOf(given, { run: 2 })).filter(({ type }) => type.startsWith('Comment'))
  // Safe: the data of an event about a comment.
  const about = events.map(({ type, data }) => `${type.slice(7)} ${(data as { comment: string }).comment}`)
  expect(about).toEqual(comments)
})

test('only the start and the end that count are in a file, also if they belong to an earlier run', async () => {
  const endSet = challengeEvent('ChallengeEndSet', { run: 1, endsAt: '2026-03-01T00:00:00.000Z' })
  const given = [
    challengeEvent('ChallengeScheduled', { run: 1, startsAt: '2026-02-01T00:00:00.000Z' }),
    started(1, '2026-01-02T00:00:00.000Z'),
    endSet,
    challengeEvent('ChallengeEndUndone', { run: 1 }),
    endSet,
    ...restoredTo(2, { run: 1, upTo: '40' }),
  ]
  expect(await eventsOf(given, { run: 1 })).toMatchObject([
    { type: 'ChallengeStarted', data: { run: 1, startsAt: '2026-01-02T00:00:00.000Z' } },
    { type: 'ChallengeEndSet' },
  ])
  // At that place the end was undone.
  expect(await typesIn(given, { run: 2 })).toEqual(['ChallengeStarted'])
  expect(await typesIn(given, { run: 1, upTo: 10n })).toEqual(['ChallengeScheduled'])
})
