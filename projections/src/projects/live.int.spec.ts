import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import type { AnyLiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import {
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  recordedEvents,
  equalCriteria,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { projectsUpdates } from './live.ts'
import { projectsProjection, type ProjectsDocument } from './projection.ts'

const view = projectsProjection(1)
const day1 = projectEvents('Ada', 1)
const owner = rooms.user(userIdOf('Ada'))
const people = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Root').registered({ fullName: 'Rita Root', role: 'admin' }),
]

/** The news of the last thing that happened in a story. */
const newsOf = (...story: GivenEvent[]) => newsHeardIn(() => true, ...story)

async function newsHeardIn(
  isHeard: (room: string) => boolean,
  ...story: GivenEvent[]
): Promise<readonly AnyLiveUpdate[]> {
  const told = [...people, ...story]
  const before = documentsAfter(view, told.slice(0, -1))
  const after = documentsAfter(view, told)
  const event = recordedEvents(told).at(-1)
  const announce = projectsUpdates({ store: await storeAfter([view], told), readModel: view, isHeard })
  if (!event) return []
  return view
    .documentIds(event)
    .map((id): DocumentChange<ProjectsDocument> => ({
      event,
      id,
      before: before.get(id),
      after: after.get(id),
    }))
    .flatMap(announce)
}
const payload = async (news: readonly AnyLiveUpdate[], room: string) => {
  const one = news.find((each) => each.room === room)
  return one && 'build' in one ? one.build() : one?.item
}
/** What admins are told of everything that happened in a story, when all of it leaves together. */
async function allNewsOf(story: GivenEvent[]): Promise<readonly unknown[]> {
  const happened = [...people, ...story]
  const announce = projectsUpdates({
    store: await storeAfter([view], happened),
    readModel: view,
    isHeard: () => true,
  })
  const changes = recordedEvents(happened).flatMap((event, at) => {
    const [before, after] = [at, at + 1].map((end) => documentsAfter(view, happened.slice(0, end)))
    return view.documentIds(event).map((id): DocumentChange<ProjectsDocument> => ({
      event,
      id,
      before: before?.get(id),
      after: after?.get(id),
    }))
  })
  const news = changes.flatMap(announce).filter(({ room }) => room === rooms.admins)
  const frames = await Promise.all(news.map(async (one) => ('build' in one ? one.build() : undefined)))
  return frames.flatMap((frame) => (frame && 'items' in frame ? frame.items : []))
}
const told = (news: readonly AnyLiveUpdate[]) => news.map(({ room, message }) => [room, message])

test('admins and the owner hear of a submission', async () => {
  const news = await newsOf(day1.submitted())
  expect(told(news)).toEqual([
    [rooms.admins, 'submission.received'],
    [owner, 'submission.received'],
  ])
  expect(await payload(news, rooms.admins)).toMatchObject({
    items: [{ project: { _id: day1.id, status: 'submitted' }, by: 'Ada', what: 'submitted' }],
  })
})

test('no news are made for a room that nobody is in', async () => {
  const isHeard = (room: string) => room !== owner
  const submission = await newsHeardIn(isHeard, day1.submitted())
  expect(told(submission)).toEqual([[rooms.admins, 'submission.received']])
  const rating = await newsHeardIn(isHeard, day1.submitted(), day1.rated('Root', equalCriteria(4)))
  expect(told(rating)).toEqual([[rooms.project(day1.id), 'project.rated']])
})

test('addresses are told to admins only', async () => {
  const news = await newsOf(day1.submitted())
  expect(JSON.stringify(await payload(news, rooms.admins))).toContain('Ada@example.org')
  expect(JSON.stringify(await payload(news, owner))).not.toContain('@')
})

test('a card that goes to many readers does not say what one of them likes', async () => {
  const news = await newsOf(day1.submitted(), day1.liked('Ada'), day1.approved())
  for (const room of [rooms.admins, owner]) {
    const frame = await payload(news, room)
    expect(frame).toMatchObject({ items: [{ project: { likes: 1 } }] })
    expect(JSON.stringify(frame)).not.toContain('likedByMe')
  }
})

test.each([
  ['approved', [day1.approved()], 'Rita Root'],
  ['rejected', [day1.rejected('Broken link')], 'Rita Root'],
  ['revised', [day1.rejected(), day1.revised()], 'Ada'],
  ['withdrawn', [day1.withdrawn()], 'Ada'],
])('admins and the owner hear that a project was %s, and by whom', async (what, events, by) => {
  const news = await newsOf(day1.submitted(), ...events)
  expect(told(news)).toEqual([
    [rooms.admins, 'submission.changed'],
    [owner, 'submission.changed'],
  ])
  expect(await payload(news, owner)).toMatchObject({ items: [{ project: { _id: day1.id }, by, what }] })
})

test('news that leave together are told once each', async () => {
  const news = await newsOf(day1.submitted())
  const [first] = news
  expect(first && 'build' in first && (await first.build())).toMatchObject({ items: [{ what: 'submitted' }] })
  expect(first && 'build' in first && (await first.build())).toBeUndefined()
})

test.each<[string, GivenEvent[], object[]]>([
  [
    'handed in and approved',
    [day1.submitted(), day1.approved()],
    [
      { what: 'submitted', project: { status: 'approved' } },
      { what: 'approved', project: { status: 'approved' } },
    ],
  ],
  ['handed in and withdrawn', [day1.submitted(), day1.withdrawn()], [{ what: 'withdrawn' }]],
  [
    'withdrawn and handed in anew',
    [day1.submitted(), day1.withdrawn(), day1.submitted()],
    [{ what: 'submitted', project: { status: 'submitted' } }],
  ],
])(
  'news that leave together speak of a project as it is by then, in whichever order: %s',
  async (_, story, items) => {
    expect(await allNewsOf(story)).toMatchObject(items)
  },
)

test('who watches a project, and its owner, hear its new figures', async () => {
  const news = await newsOf(
    day1.submitted(),
    day1.rated('Root', equalCriteria(4)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
  )
  expect(told(news)).toEqual([
    [rooms.project(day1.id), 'project.rated'],
    [owner, 'project.rated'],
  ])
  expect(await payload(news, owner)).toEqual({
    projectId: day1.id,
    averageRating: 3.5,
    ratingCount: 2,
    official: false,
  })
})

test('a new name is no news about projects', async () => {
  expect(
    await newsOf(personEvents('Ada').told({ type: 'ProfileChanged', data: { fullName: 'Countess' } })),
  ).toEqual([])
})

test('who watches a project, and its owner, hear how many like it', async () => {
  const liked = [day1.submitted(), day1.liked('Bob'), day1.liked('Root')]
  const news = await newsOf(...liked)
  expect(told(news)).toEqual([
    [rooms.project(day1.id), 'project.liked'],
    [owner, 'project.liked'],
  ])
  expect(await payload(news, owner)).toEqual({ projectId: day1.id, likes: 2 })
  expect(await payload(await newsOf(...liked, day1.unliked('Bob')), owner)).toMatchObject({ likes: 1 })
})

test('likes that go with a withdrawal are told as those that are taken back, and once: anew there are none', async () => {
  const withdrawn = [day1.submitted(), day1.liked('Bob'), day1.liked('Root'), day1.withdrawn()]
  const news = await newsOf(...withdrawn)
  expect(told(news)).toEqual([
    [rooms.admins, 'submission.changed'],
    [owner, 'submission.changed'],
    [rooms.project(day1.id), 'project.liked'],
    [owner, 'project.liked'],
  ])
  for (const { item } of news.filter((one) => 'item' in one))
    expect(item).toEqual({ projectId: day1.id, likes: 0 })
  const anew = [...withdrawn, day1.submitted()]
  expect(told(await newsOf(...anew)).map(([, message]) => message)).not.toContain('project.liked')
  expect(await payload(await newsOf(...anew, day1.liked('Bob')), owner)).toMatchObject({ likes: 1 })
})

test('no news of likes come with a withdrawal that takes none, or where nobody hears them', async () => {
  const unliked = [day1.submitted(), day1.liked('Bob'), day1.unliked('Bob'), day1.withdrawn()]
  expect(told(await newsOf(...unliked)).map(([, message]) => message)).not.toContain('project.liked')
  const liked = [day1.submitted(), day1.liked('Bob'), day1.withdrawn()]
  expect(told(await newsHeardIn((room) => room === rooms.admins, ...liked))).toEqual([
    [rooms.admins, 'submission.changed'],
  ])
})

test('who watches a project, and its owner, hear a comment as everybody sees it', async () => {
  const at = '2026-01-06T12:00:00.000Z'
  const news = await newsOf(day1.submitted(), day1.commented('Bob', 1, '<b>Neat</b>', at))
  expect(told(news)).toEqual([
    [rooms.project(day1.id), 'project.commented'],
    [owner, 'project.commented'],
  ])
  const author = { _id: userIdOf('Bob'), name: 'Bob', avatar: null }
  const comment = { id: 'c1', text: '<b>Neat</b>', createdAt: at, author }
  for (const room of [rooms.project(day1.id), owner])
    expect(await payload(news, room)).toEqual({ items: [{ projectId: day1.id, comments: 1, comment }] })
})

test('they hear which comment was removed, and how many are left', async () => {
  const story = [day1.submitted(), day1.commented('Bob', 1), day1.commented('Root', 2)]
  const news = await newsOf(...story, day1.commentRemoved('Root', 1))
  expect(await payload(news, owner)).toEqual({
    items: [{ projectId: day1.id, comments: 1, removed: 'c1' }],
  })
})

test('a comment by somebody who is gone has no name', async () => {
  const news = await newsOf(day1.submitted(), day1.commented('Ghost', 1))
  expect(await payload(news, owner)).toMatchObject({
    items: [{ comment: { author: { name: 'Deleted participant', avatar: null } } }],
  })
})

test('a comment that nobody was there to hear is not kept for who comes later', async () => {
  const story = [...people, day1.submitted(), day1.commented('Bob', 1), day1.commented('Bob', 2)]
  let isHeard = false
  const store = await storeAfter([view], story)
  const announce = projectsUpdates({ store, readModel: view, isHeard: () => isHeard })
  const after = documentsAfter(view, story).get(day1.id)
  const [early, late] = recordedEvents(story).slice(-2)
  if (!early || !late) throw new Error('There is no comment.')
  expect(announce({ event: early, id: day1.id, before: after, after })).toEqual([])
  isHeard = true
  const news = announce({ event: late, id: day1.id, before: after, after })
  expect(await payload(news, owner)).toMatchObject({ items: [{ comment: { id: 'c2' } }] })
})

test('a first look is no news', async () => {
  expect(await newsOf(day1.submitted(), day1.viewed('Bob'))).toEqual([])
})
