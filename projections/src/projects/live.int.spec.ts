import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { serverMessages } from '@thirty/contracts/live/messages.ts'
import { expect, test } from 'vitest'
import type { LiveUpdate } from '../live-update.ts'
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

/** Returns the updates that the last of these events causes. */
async function updatesOf(...events: GivenEvent[]): Promise<readonly LiveUpdate[]> {
  const given = [...people, ...events]
  const store = await storeAfter([projection], given)
  const liveUpdates = projectsUpdates({ store, readModel: projection })
  return documentChanges(projection, given.slice(0, -1), given.slice(-1)).flatMap(liveUpdates)
}
/** Returns the payload of the first message to a room. */
const payload = async (updates: readonly LiveUpdate[], room: string) => (await payloadsFor(updates, room))[0]
/** Returns the items that admins receive if the updates of all events are sent together. */
async function itemsForAdmins(events: GivenEvent[]): Promise<readonly unknown[]> {
  const given = [...people, ...events]
  const store = await storeAfter([projection], given)
  const liveUpdates = projectsUpdates({ store, readModel: projection })
  const updates = documentChanges(projection, [], given).flatMap(liveUpdates)
  const payloads = await payloadsFor(updates, rooms.admins)
  return payloads.flatMap((content) => ('items' in content ? content.items : []))
}
const messages = (updates: readonly LiveUpdate[]) => updates.map(({ room, message }) => [room, message])
const toBoth = (room: string) => (message: string) => [room, owner].map((each) => [each, message])
const [toAdminsAndOwner, toWatchersAndOwner] = [toBoth(rooms.admins), toBoth(rooms.project(day1.id))]

test('sends a submission to the admins and its owner', async () => {
  const updates = await updatesOf(day1.submitted())
  expect(messages(updates)).toEqual(toAdminsAndOwner('submission.received'))
  expect(await payload(updates, rooms.admins)).toMatchObject({
    items: [{ project: { _id: day1.id, status: 'submitted' }, by: 'Ada', what: 'submitted' }],
  })
})

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

test.each([
  ['approved', [day1.approved()], 'Rita Root'],
  ['rejected', [day1.rejected('Broken link')], 'Rita Root'],
  ['revised', [day1.rejected(), day1.revised()], 'Ada'],
  ['withdrawn', [day1.withdrawn()], 'Ada'],
])(
  'sends the admins and the owner that a project was %s, and the user who did it',
  async (what, events, by) => {
    const updates = await updatesOf(day1.submitted(), ...events)
    expect(messages(updates)).toEqual(toAdminsAndOwner('submission.changed'))
    expect(await payload(updates, owner)).toMatchObject({ items: [{ project: { _id: day1.id }, by, what }] })
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
  expect(await itemsForAdmins(given)).toMatchObject(items)
})

test('sends a new rating to the watchers of the project and its owner', async () => {
  const updates = await updatesOf(
    day1.submitted(),
    day1.rated('Root', equalCriteria(4)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
  )
  expect(messages(updates)).toEqual(toWatchersAndOwner('project.rated'))
  const item = { projectId: day1.id, averageRating: 3.5, ratingCount: 2, official: false }
  expect(await payload(updates, owner)).toEqual({ items: [item] })
})

test('sends the number of likes to the watchers of the project and its owner', async () => {
  const liked = [day1.submitted(), day1.liked('Bob'), day1.liked('Root')]
  const updates = await updatesOf(...liked)
  expect(messages(updates)).toEqual(toWatchersAndOwner('project.liked'))
  expect(await payload(updates, owner)).toEqual({ items: [{ projectId: day1.id, likes: 2 }] })
  const unliked = await updatesOf(...liked, day1.unliked('Bob'))
  expect(await payload(unliked, owner)).toMatchObject({ items: [{ likes: 1 }] })
})

test('a withdrawal sends a like count of zero, once; the next submission starts without likes', async () => {
  const withdrawn = [day1.submitted(), day1.liked('Bob'), day1.liked('Root'), day1.withdrawn()]
  const updates = await updatesOf(...withdrawn)
  expect(messages(updates)).toEqual([
    ...toAdminsAndOwner('submission.changed'),
    ...toWatchersAndOwner('project.liked'),
  ])
  for (const { item } of updates.filter(({ message }) => message === 'project.liked'))
    expect(item).toEqual({ projectId: day1.id, likes: 0 })
  const resubmitted = [...withdrawn, day1.submitted()]
  expect(messages(await updatesOf(...resubmitted)).map(([, message]) => message)).not.toContain(
    'project.liked',
  )
  const liked = await updatesOf(...resubmitted, day1.liked('Bob'))
  expect(await payload(liked, owner)).toMatchObject({ items: [{ likes: 1 }] })
})

test('a withdrawal sends ratings and comments of zero, once; the next submission starts without them', async () => {
  const given = [
    day1.submitted(),
    day1.rated('Root', equalCriteria(4)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.commented('Bob', 1),
    day1.withdrawn(),
  ]
  const updates = await updatesOf(...given)
  expect(messages(updates).slice(2)).toEqual([
    ...toWatchersAndOwner('project.rated'),
    ...toWatchersAndOwner('project.commented'),
  ])
  const rated = { items: [{ projectId: day1.id, averageRating: 0, ratingCount: 0, official: false }] }
  const commented = { items: [{ projectId: day1.id, comments: 0 }] }
  for (const room of [rooms.project(day1.id), owner])
    expect(await payloadsFor(updates.slice(2), room)).toEqual([rated, commented])
  const { items } = serverMessages['project.commented'].shape
  expect(items.parse(commented.items)).toEqual(commented.items)
  const names = (next: readonly LiveUpdate[]) => messages(next).map(([, message]) => message)
  expect(names(await updatesOf(...given, day1.submitted()))).not.toContain('project.rated')
  expect(names(await updatesOf(day1.submitted(), day1.withdrawn()))).not.toContain('project.rated')
})

test('a withdrawal replaces no comment that is sent with it', async () => {
  const events = [...people, day1.submitted(), day1.commented('Bob', 1), day1.withdrawn()]
  const store = await storeAfter([projection], events)
  const liveUpdates = projectsUpdates({ store, readModel: projection })
  const updates = documentChanges(projection, events.slice(0, -2), events.slice(-2)).flatMap(liveUpdates)
  const commented = updates.filter(({ message }) => message === 'project.commented')
  expect(await payload(commented, owner)).toMatchObject({
    items: [
      { comments: 1, comment: { id: 'c1' } },
      { projectId: day1.id, comments: 0 },
    ],
  })
})

test('sends a comment to the watchers of the project and its owner, without fields that depend on the reader', async () => {
  const at = '2026-01-06T12:00:00.000Z'
  const updates = await updatesOf(day1.submitted(), day1.commented('Bob', 1, '<b>Neat</b>', at))
  expect(messages(updates)).toEqual(toWatchersAndOwner('project.commented'))
  const author = { _id: userIdOf('Bob'), name: 'Bob', username: 'bob', avatar: null }
  const comment = { id: 'c1', text: '<b>Neat</b>', createdAt: at, author }
  for (const room of [rooms.project(day1.id), owner])
    expect(await payload(updates, room)).toEqual({ items: [{ projectId: day1.id, comments: 1, comment }] })
})

test('sends the id of a removed comment and the number of remaining comments', async () => {
  const given = [day1.submitted(), day1.commented('Bob', 1), day1.commented('Root', 2)]
  const updates = await updatesOf(...given, day1.commentRemoved('Root', 1))
  expect(await payload(updates, owner)).toEqual({
    items: [{ projectId: day1.id, comments: 1, removed: 'c1' }],
  })
})
