import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import { peopleStatisticsUpdates, projectStatisticsUpdates } from './statistics/live.ts'
import {
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { payloadsFor } from '@thirty/projections/testing/live-payloads.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { switchingProcess } from '@thirty/projections/testing/switching-process.ts'

const ada = personEvents('Ada')
const [day1, day2, bob, eve] = [
  projectEvents('Ada', 1),
  projectEvents('Ada', 2),
  projectEvents('Bob', 1),
  projectEvents('Eve', 1),
]
const root = personEvents('Root').registered({ role: 'admin' })
const figures = async (...given: GivenEvent[]) =>
  (await (await askAfter([root, ...given]))(statisticsEndpoints.cards, 'Root')).statistics

test('an empty installation has no figures', async () => {
  const cards = await figures()
  expect(cards).toMatchObject({ users: 1, submissions: 0, rated: 0, averageScore: null })
  expect([cards.perDay.length, cards.criteria.design]).toEqual([30, null])
})

const people = [ada.registered(), ada.status('inactive')]
const submitted = [day1.submitted(), day2.submitted()]
const decided = [...submitted, day1.approved(), day2.rejected()]
const rated = [...submitted, day1.rated('Root', equalCriteria(5)), day2.rated('Root', equalCriteria(3))]
test.each<[what: string, given: GivenEvent[], figures: object]>([
  ['all users and the active ones', people, { users: 2, activeUsers: 1 }],
  ['an account that is active again', [...people, ada.status('active')], { users: 2, activeUsers: 2 }],
  ['projects by their status', decided, { submissions: 2, pending: 0, approved: 1, rejected: 1 }],
  ['a revised project as pending', [...decided, day2.revised()], { pending: 1, rejected: 0 }],
  [
    'official ratings only, and for a criterion the ratings with stars for it',
    [
      ...submitted,
      day1.rated('Root', equalCriteria(4)),
      day1.rated('Rita', { ...equalCriteria(5), design: 0 }),
      day2.rated('Root', equalCriteria(3)),
      day2.rated('Bob', equalCriteria(1), { official: false }),
    ],
    { rated: 2, averageScore: 3.7, criteria: { design: 3.5, functionality: 4 } },
  ],
  [
    'no ratings of a rejected project, as on the leaderboard',
    [...rated, day1.rejected()],
    { submissions: 2, rejected: 1, rated: 1, averageScore: 3, criteria: { design: 3, completeness: 3 } },
  ],
  [
    'its ratings again when it is revised',
    [...rated, day1.rejected(), day1.revised()],
    { rejected: 0, rated: 2, averageScore: 4, criteria: { design: 4 } },
  ],
  [
    'for a day one project of each of its participants, regardless of its later status, and none of another run',
    [
      [day1.submitted(), day1.rejected(), day1.revised(), day1.rejected()],
      [bob.submitted(), bob.withdrawn(), bob.submitted(), bob.approved()],
      [eve.submitted(), eve.withdrawn(), projectEvents('Eve', 1, 2).submitted()],
      ['Fay', 'Gus'].map((name) => projectEvents(name, 1).submitted()),
      [day2.submitted()],
    ].flat(),
    { perDay: expect.arrayContaining([{ day: 1, approved: 1, pending: 2, rejected: 1 }]) },
  ],
])('counts %s', async (_what, given, expected) => {
  expect(await figures(...given)).toMatchObject(expected)
})

const counted = { statistics: { users: 1, activeUsers: 1 } }
test.each<[what: string, event: GivenEvent, ofPeople: object[], ofProjects: object[]]>([
  ['a registration', ada.registered(), [counted], []],
  ['an approval', day1.approved(), [], [{}]],
  ['an official rating', day1.rated('Root', equalCriteria(4)), [], [{}]],
  ['a withdrawal', day1.withdrawn(), [], [{}]],
  ['a rating by a participant', day1.rated('Bob', equalCriteria(4), { official: false }), [], []],
  ['a like', day1.liked('Bob'), [], []],
  ['a profile', ada.event('ProfileChanged', { bio: 'Hello' }), [], []],
])('admins receive the figures that %s changed, and nothing else', async (_what, next, ...expected) => {
  const changes = recordedEvents([next]).map((event) => ({ event }))
  const updates = [
    changes.flatMap(peopleStatisticsUpdates(async () => counted.statistics)),
    // Safe: the figures of projects are tested above.
    changes.flatMap(projectStatisticsUpdates(async () => ({}) as never)),
  ]
  const payloads = updates.map((some) => payloadsFor(some, rooms.admins))
  expect(await Promise.all(payloads)).toMatchObject(expected)
})

test('admins receive the figures that a submission or a registration changed', async () => {
  const { append, time, sent } = await switchingProcess([root, ada.registered()])
  const sentAfter = async (event: GivenEvent) => {
    sent.length = 0
    await append(event)
    await time.advance(2_000)
    return sent.filter(({ message }) => message === 'statistics.changed')
  }
  const of = (statistics: object) => [{ room: rooms.admins, payload: { statistics } }]
  expect(await sentAfter(day1.submitted())).toMatchObject(of({ submissions: 1 }))
  expect(await sentAfter(personEvents('Bob').registered())).toMatchObject(of({ users: 3 }))
})
