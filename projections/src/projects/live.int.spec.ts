import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import { documentsAfter, idOf, person, projectOf, recorded, stars, storeAfter, type Told } from '../story.ts'
import { projectsNews } from './live.ts'
import { projectsView, type ProjectsDocument } from './view.ts'

const view = projectsView(1)
const day1 = projectOf('Ada', 1)
const owner = rooms.user(idOf('Ada'))
const people = [
  person('Ada').registered(),
  person('Bob').registered(),
  person('Root').registered({ fullName: 'Rita Root', role: 'admin' }),
]

/** The news of the last thing that happened in a story. */
const newsOf = (...story: Told[]) => newsHeardIn(() => true, ...story)

async function newsHeardIn(
  isHeard: (room: string) => boolean,
  ...story: Told[]
): Promise<readonly Announcement[]> {
  const told = [...people, ...story]
  const before = documentsAfter(view, told.slice(0, -1))
  const after = documentsAfter(view, told)
  const event = recorded(told).at(-1)
  const announce = projectsNews({ store: await storeAfter([view], told), view, isHeard })
  if (!event) return []
  return view
    .documents(event)
    .map((id): Change<ProjectsDocument> => ({ event, id, before: before.get(id), after: after.get(id) }))
    .flatMap(announce)
}
const payload = async (news: readonly Announcement[], room: string) => {
  const one = news.find((each) => each.room === room)
  return one && 'build' in one ? one.build() : one?.item
}
const told = (news: readonly Announcement[]) => news.map(({ room, message }) => [room, message])

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
  const rating = await newsHeardIn(isHeard, day1.submitted(), day1.rated('Root', stars(4)))
  expect(told(rating)).toEqual([[rooms.project(day1.id), 'project.rated']])
})

test('addresses are told to admins only', async () => {
  const news = await newsOf(day1.submitted())
  expect(JSON.stringify(await payload(news, rooms.admins))).toContain('Ada@example.org')
  expect(JSON.stringify(await payload(news, owner))).not.toContain('@')
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

test('who watches a project, and its owner, hear its new figures', async () => {
  const news = await newsOf(
    day1.submitted(),
    day1.rated('Root', stars(4)),
    day1.rated('Bob', stars(3), { official: false }),
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
    await newsOf(person('Ada').told({ type: 'ProfileChanged', data: { fullName: 'Countess' } })),
  ).toEqual([])
})
