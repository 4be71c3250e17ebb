import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { serverMessages } from '@thirty/contracts/live/messages.ts'
import { expect, test } from 'vitest'
import type { LiveUpdate } from '../registered-projection.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { payloadsFor } from '@thirty/projections/testing/live-payloads.ts'
import { projectsUpdates } from './live.ts'
import { projectsProjection } from './projection.ts'

const projection = projectsProjection(firstHistory)
const day1 = projectEvents('Ada', 1)
const owner = rooms.user(userIdOf('Ada'))
const people = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Root').registered({ fullName: 'Rita Root', role: 'admin' }),
]

/** Returns the updates that the last of these events cause. */
async function updatesOfLast(count: number, events: readonly GivenEvent[]): Promise<readonly LiveUpdate[]> {
  const given = [...people, ...events]
  const liveUpdates = projectsUpdates({ store: await storeAfter([projection], given), readModel: projection })
  return documentChanges(projection, given.slice(0, -count), given.slice(-count)).flatMap(liveUpdates)
}
const updatesOf = (...events: GivenEvent[]) => updatesOfLast(1, events)
/** Returns the payload of the first message to a room. */
const payload = async (updates: readonly LiveUpdate[], room: string) => (await payloadsFor(updates, room))[0]
const messages = (updates: readonly LiveUpdate[]) => updates.map(({ room, message }) => [room, message])
const toBoth = (room: string) => (message: string) => [room, owner].map((each) => [each, message])
const [toAdminsAndOwner, toWatchersAndOwner] = [toBoth(rooms.admins), toBoth(rooms.project(day1.id))]

test('sends email addresses to admins only', async () => {
  const updates = await updatesOf(day1.submitted())
  expect(JSON.stringify(await payload(updates, rooms.admins))).toContain('Ada@example.org')
  expect(JSON.stringify(await payload(updates, owner))).not.toContain('@')
})

test('a card for several readers does not say whether the reader likes the project', async () => {
  const updates = await updatesOf(day1.submitted(), day1.liked('Ada'), day1.approved())
  for (const room of [rooms.admins, owner]) {
    const content = await payload(updates, room)
    expect(content).toMatchObject({ items: [{ project: { likes: 1 } }] })
    expect(JSON.stringify(content)).not.toContain('likedByMe')
  }
})

test.each<[string, string, GivenEvent[], string]>([
  ['submitted', 'received', [], 'Ada'],
  ['approved', 'changed', [day1.approved()], 'Rita Root'],
  ['rejected', 'changed', [day1.rejected('Broken link')], 'Rita Root'],
  ['revised', 'changed', [day1.rejected(), day1.revised()], 'Ada'],
  ['withdrawn', 'changed', [day1.withdrawn()], 'Ada'],
])(
  'sends the admins and the owner that a project was %s, and the user who did it',
  async (what, name, events, by) => {
    const updates = await updatesOf(day1.submitted(), ...events)
    expect(messages(updates)).toEqual(toAdminsAndOwner(`submission.${name}`))
    for (const room of [rooms.admins, owner])
      expect(await payload(updates, room)).toMatchObject({ items: [{ project: { _id: day1.id }, by, what }] })
  },
)

test('says in words and by a code that the account of the user who did it was deleted', async () => {
  const given = [day1.submitted(), personEvents('Root').deleted(), day1.approved()]
  expect(await payload(await updatesOf(...given), owner)).toMatchObject({
    items: [standIn('deletedPerson', 'by')],
  })
})

test.each<[string, GivenEvent[], object[]]>([
  [
    'submitted and approved',
    [day1.submitted(), day1.approved()],
    [
      { what: 'submitted', project: { status: 'approved' } },
      { what: 'approved', project: { status: 'approved' } },
    ],
  ],
  ['submitted and withdrawn', [day1.submitted(), day1.withdrawn()], [{ what: 'withdrawn' }]],
  [
    'withdrawn and submitted again',
    [day1.submitted(), day1.withdrawn(), day1.submitted()],
    [{ what: 'submitted', project: { status: 'submitted' } }],
  ],
])('messages sent together show the current project, in any order: %s', async (_, given, items) => {
  const payloads = await payloadsFor(await updatesOfLast(given.length, given), rooms.admins)
  expect(payloads.flatMap((content) => ('items' in content ? content.items : []))).toMatchObject(items)
})

test('a withdrawal sends ratings and comments of zero, once; the next submission starts without them', async () => {
  const given = [
    day1.submitted(),
    day1.rated('Root', equalCriteria(4)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.liked('Bob'),
    day1.commented('Bob', 1),
    day1.withdrawn(),
  ]
  const updates = await updatesOf(...given)
  expect(messages(updates).slice(2)).toEqual(
    ['project.rated', 'project.liked', 'project.commented'].flatMap(toWatchersAndOwner),
  )
  const items = [
    { projectId: day1.id, averageRating: 0, ratingCount: 0, official: false },
    { projectId: day1.id, likes: 0 },
    { projectId: day1.id, comments: 0 },
  ]
  for (const room of [rooms.project(day1.id), owner])
    expect(await payloadsFor(updates.slice(2), room)).toEqual(items.map((item) => ({ items: [item] })))
  const schema = serverMessages['project.commented'].shape.items
  expect(schema.parse(items.slice(2))).toEqual(items.slice(2))
  const again = await updatesOf(...given, day1.submitted())
  expect(messages(again)).toEqual(toAdminsAndOwner('submission.received'))
  const liked = await updatesOf(...given, day1.submitted(), day1.liked('Bob'))
  expect(await payload(liked, owner)).toMatchObject({ items: [{ likes: 1 }] })
  const unrated = await updatesOf(day1.submitted(), day1.withdrawn())
  expect(messages(unrated)).toEqual(toAdminsAndOwner('submission.changed'))
})

test('a withdrawal replaces no comment that is sent with it', async () => {
  const updates = await updatesOfLast(2, [day1.submitted(), day1.commented('Bob', 1), day1.withdrawn()])
  const commented = updates.filter(({ message }) => message === 'project.commented')
  expect(await payload(commented, owner)).toMatchObject({
    items: [
      { comments: 1, comment: { id: 'c1' } },
      { projectId: day1.id, comments: 0 },
    ],
  })
})

const at = '2026-01-06T12:00:00.000Z'
const author = { _id: userIdOf('Bob'), name: 'Bob', username: 'bob', avatar: null }
const comment = { id: 'c1', text: '<b>Neat</b>', createdAt: at, author }
const commented = day1.commented('Bob', 1, '<b>Neat</b>', at)

test.each<[string, string, GivenEvent[], object]>([
  [
    'a new rating',
    'project.rated',
    [day1.rated('Root', equalCriteria(4)), day1.rated('Bob', equalCriteria(3), { official: false })],
    { averageRating: 3.5, ratingCount: 2, official: false },
  ],
  ['the number of likes', 'project.liked', [day1.liked('Bob'), day1.liked('Root')], { likes: 2 }],
  ['fewer likes', 'project.liked', [day1.liked('Bob'), day1.unliked('Bob')], { likes: 0 }],
  [
    'a comment without fields that depend on the reader',
    'project.commented',
    [commented],
    { comments: 1, comment },
  ],
  [
    'the id of a removed comment',
    'project.commented',
    [commented, day1.commented('Root', 2), day1.commentRemoved('Root', 1)],
    { comments: 1, removed: 'c1' },
  ],
])('sends %s to the watchers of the project and its owner', async (_, message, events, item) => {
  const updates = await updatesOf(day1.submitted(), ...events)
  expect(messages(updates)).toEqual(toWatchersAndOwner(message))
  for (const room of [rooms.project(day1.id), owner])
    expect(await payload(updates, room)).toEqual({ items: [{ projectId: day1.id, ...item }] })
})
