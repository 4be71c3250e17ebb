import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import {
  day1,
  day2,
  switched,
  textsIn,
  setUpNotifications,
} from '@thirty/projections/testing/notifications.ts'
import { expect, test } from 'vitest'
import {
  challengeEvent,
  userIdOf,
  equalCriteria,
  inRun,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'

const later = '2026-02-01T00:00:00.000Z'
const scheduled = challengeEvent('ChallengeScheduled', { run: 1, startsAt: later })
const cancelled = challengeEvent('ScheduleCancelled', { run: 1 })
const started = 'The challenge has started'
const startOf = (run: number) => challengeEvent('ChallengeStarted', { run, startsAt: later })

test.each<[string, GivenEvent[], string[]]>([
  [
    'of reviews, and of a rejection with its reason',
    [
      day1.submitted(),
      day1.rejected('Broken link'),
      day1.revised({ projectName: 'Chess' }),
      day1.approved(),
      day2.submitted(),
      day2.rejected(),
    ],
    ['Kanban (day 2) was rejected', 'Chess (day 1) was approved', 'Chess (day 1) was rejected: Broken link'],
  ],
  [
    'of no action of their owner',
    [day1.submitted(), day1.liked('Ada'), day1.commented('Ada', 1, 'Mine'), day1.revised()],
    [],
  ],
  [
    'of no change to a project that was withdrawn',
    [day1.submitted(), day1.liked('Bob'), day1.approved(), day1.withdrawn()],
    [],
  ],
  [
    'of what happened since the project was submitted again',
    [day1.submitted(), day1.liked('Bob'), day1.withdrawn(), day1.submitted(), day1.liked('Eve')],
    ['Eve liked Kanban (day 1)'],
  ],
  ['of a scheduled start', [scheduled], ['The start of the challenge is scheduled']],
  ['of a canceled start', [scheduled, cancelled], ['The scheduled start of the challenge was canceled']],
  ['of a start after that', [scheduled, cancelled, startOf(1)], [started]],
  [
    "of this installation's run, however many were imported",
    Array.from({ length: 31 }, (_, index) => startOf(index + 1)),
    [started],
  ],
  [
    'of no change while notifications are switched off, except to the challenge',
    [
      day1.submitted(),
      day1.liked('Bob'),
      day1.rated('Bob', equalCriteria(3), { official: false }),
      switched(false),
      startOf(1),
      day1.approved(),
      day1.rated('Root', equalCriteria(5)),
      day1.liked('Eve'),
      day1.commented('Cy', 1, 'Neat'),
      switched(true),
      day1.commented('Dan', 2, 'Late'),
    ],
    [
      'Dan commented on Kanban (day 1)',
      started,
      'Bob rated Kanban (day 1): 3.0 of 5 (1 rating)',
      'Bob liked Kanban (day 1)',
    ],
  ],
])('notifies %s', async (_, given, texts) => {
  expect(await textsIn(firstHistory, given)).toEqual(texts)
})

test('groups official and community ratings separately, each with its figures', async () => {
  const { shown, texts } = await setUpNotifications([
    day1.submitted(),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.rated('Root', equalCriteria(2)),
    day1.rated('Eve', equalCriteria(4), { official: false }),
    day1.rated('Root', equalCriteria(5)),
  ])
  expect(await shown()).toMatchObject([
    { kind: 'rated', official: true, average: 5, count: 1, position: '4', project: { _id: day1.id, day: 1 } },
    { kind: 'rated', official: false, average: 3.5, count: 2, position: '3', others: 0 },
  ])
  expect(await texts()).toEqual([
    'Root rated Kanban (day 1): 5.0 of 5 (official)',
    'Eve and Bob rated Kanban (day 1): 3.5 of 5 (2 ratings)',
  ])
})

test('reviews and ratings that an unknown file tells of say so, and name nobody of this installation', async () => {
  const history: History = [{ run: 3 }, { run: 2, isImported: true }]
  const inFile = [
    day1.submitted(),
    day1.approved(),
    day1.rated('Root', equalCriteria(5)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.liked('Bob'),
  ].map((event) => inRun(2, event))
  expect(await textsIn(history, inFile)).toEqual([
    'Bob liked Kanban (day 1)',
    'Bob rated Kanban (day 1): 3.0 of 5 (1 rating) (imported)',
    'Somebody elsewhere rated Kanban (day 1): 5.0 of 5 (official) (imported)',
    'Kanban (day 1) was approved (imported)',
  ])
  const here = [...inFile, inRun(3, day1.rated('Root', equalCriteria(4)))]
  const [latest] = await (await setUpNotifications(here, { history })).shown()
  const text = 'Root rated Kanban (day 1): 4.0 of 5 (official)'
  expect(latest).toMatchObject({ text, people: [{ _id: userIdOf('Root') }] })
  expect(latest).not.toHaveProperty('imported')
})

test('shows the ten latest reviews of a project', async () => {
  const reviews = Array.from({ length: 11 }, (_, index) => day1.rejected(`Reason ${index}`))
  const { texts } = await setUpNotifications([day1.submitted(), ...reviews])
  const latest = Array.from({ length: 10 }, (_, index) => `Kanban (day 1) was rejected: Reason ${10 - index}`)
  expect(await texts()).toEqual(latest)
})

test('a rating that replaces an earlier one is the latest', async () => {
  const rated = ['Root', 'Eve', 'Root'].map((name) => day1.rated(name, equalCriteria(4)))
  const { shown } = await setUpNotifications([day1.submitted(), ...rated])
  expect(await shown()).toMatchObject([
    { people: [{ fullName: 'Root' }, { fullName: 'Eve' }], count: 2, position: '3' },
  ])
})

test('groups likes in one notification, the latest person first, without removed likes', async () => {
  const likes = ['Bob', 'Eve', 'Cy', 'Dan', 'Fay'].map((name) => day1.liked(name))
  const { shown, append } = await setUpNotifications([day1.submitted(), ...likes])
  expect(await shown()).toMatchObject([
    {
      kind: 'liked',
      text: 'Fay and 4 others liked Kanban (day 1)',
      said: {
        code: 'noticeLiked',
        values: {
          people: { code: 'morePeople', values: { first: 'Fay', others: 4 } },
          project: { code: 'projectOfDay', values: { project: 'Kanban', day: 1 } },
        },
      },
      people: [{ fullName: 'Fay', username: 'fay' }, { fullName: 'Dan' }, { fullName: 'Cy' }],
      others: 2,
      position: '5',
    },
  ])
  await append(...['Fay', 'Dan', 'Cy', 'Bob'].map((name) => day1.unliked(name)))
  expect(await shown()).toMatchObject([{ text: 'Eve liked Kanban (day 1)', position: '2' }])
  await append(day1.unliked('Eve'))
  expect(await shown()).toEqual([])
})

test('groups comments in one notification with the latest text, without removed and hidden ones', async () => {
  const { shown, append } = await setUpNotifications([
    day1.submitted(),
    day1.commented('Bob', 1, 'Nice'),
    day1.commented('Eve', 2, 'x'.repeat(300)),
    day1.commented('Bob', 3, 'Still nice'),
  ])
  const after = async (...events: GivenEvent[]) => {
    await append(...events)
    return shown()
  }
  const text = 'Bob and Eve commented on Kanban (day 1)'
  expect(await after()).toMatchObject([{ kind: 'commented', comment: 'Still nice', text }])
  const cut = `${'x'.repeat(200)}…`
  const swapped = 'Eve and Bob commented on Kanban (day 1)'
  expect(await after(day1.commentRemoved('Bob', 3))).toMatchObject([{ comment: cut, text: swapped }])
  expect(await after(day1.commentHidden('Root', 2))).toMatchObject([{ comment: 'Nice' }])
  expect(await after(day1.commentShown('Root', 2))).toMatchObject([{ comment: cut }])
  // It has its place among the others.
  const again = [day1.commentHidden('Root', 1), day1.commentShown('Root', 1)]
  expect(await after(...again)).toMatchObject([{ comment: cut }])
})

test('shows what happened to a project in its history only', async () => {
  const given = [
    day1.submitted(),
    day1.liked('Bob'),
    day1.rejected('Not yet'),
    inRun(3, day1.commented('Eve', 1)),
  ]
  const [liked, commented] = ['Bob liked Kanban (day 1)', 'Eve commented on Kanban (day 1)']
  expect(await textsIn([{ run: 1 }], given)).toEqual(['Kanban (day 1) was rejected: Not yet', liked])
  expect(await textsIn([{ run: 3 }, { run: 1, upTo: 1n }], given)).toEqual([commented, liked])
})
