import { moveToRun } from '@thirty/contracts/backups/portable-events.ts'
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
import { portableHistory } from './portable-history.ts'

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
  expect((await eventsOf(given, { run: 2 })).map(({ stream, type }) => [stream, type])).toEqual([
    [`project-${ada1.id}`, 'ProjectSubmitted'],
    [`project-${ada1.id}`, 'ProjectWithdrawn'],
    [`project-${ada1.id}`, 'ProjectSubmitted'],
    [`project-${bob.id}`, 'ProjectSubmitted'],
    [`viewed-${bob.id}-${userIdOf('Ada')}`, 'ProjectViewed'],
  ])
})

test('the comments of a day with several projects are numbered on', async () => {
  const given = [
    inRun(1, ada1.submitted()),
    inRun(1, ada1.commented('Bob', 1, 'first')),
    inRun(1, ada1.commented('Bob', 2, 'second')),
    ...restoredTo(2, { run: 1 }),
    inRun(2, ada1.commentRemoved('Bob', 2)),
    inRun(2, ada1.withdrawn()),
    inRun(2, ada1InRun2.submitted()),
    inRun(2, ada1InRun2.commented('Cleo', 1, 'third')),
    inRun(2, ada1InRun2.commented('Cleo', 2, 'fourth')),
    inRun(2, ada1InRun2.commentRemoved('Cleo', 1)),
  ]
  const comments = (await eventsOf(given, { run: 2 })).filter(({ type }) => type.startsWith('Comment'))
  expect(comments.map(({ type, data }) => [type, (data as { comment: string }).comment])).toEqual([
    ['CommentPosted', 'c1'],
    ['CommentPosted', 'c2'],
    ['CommentRemoved', 'c2'],
    ['CommentPosted', 'c3'],
    ['CommentPosted', 'c4'],
    ['CommentRemoved', 'c3'],
  ])
})

test('a comment number that is missing in the history leaves no gap', async () => {
  const given = [
    inRun(1, ada1.submitted()),
    inRun(1, ada1.commented('Bob', 1)),
    inRun(1, ada1.commented('Bob', 2)),
    ...restoredTo(2, { run: 1, upTo: '20' }),
    inRun(2, ada1.commented('Cleo', 3)),
  ]
  const events = await eventsOf(given, { run: 2 })
  expect(events.map(({ data }) => (data as { comment?: string }).comment)).toEqual([undefined, 'c1', 'c2'])
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

test('an event is in the same place of any run', () => {
  const given = [ada1.submitted(), ada1.viewed('Bob')]
  // Safe: these events are of the types that files have.
  for (const event of given as unknown as Parameters<typeof moveToRun>[0][]) {
    const moved = moveToRun(event, 7)
    if (moved === undefined) throw new Error('The event was not moved.')
    expect(moved.stream).toContain('r7-d1-')
    expect(moveToRun({ ...event, ...moved } as typeof event, 1)?.data).toEqual(event.data)
  }
  const elsewhere = { ...ada1.submitted(), stream: 'views-x' } as unknown as Parameters<typeof moveToRun>[0]
  expect(moveToRun(elsewhere, 7)).toBeUndefined()
})
