import { changedStatistics, statisticsResponse } from '@thirty/contracts/api/admin/statistics.ts'
import { rooms } from '@thirty/contracts/live.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadTarget } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { peopleProjection } from './people/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { statisticsUpdates } from './statistics/live.ts'
import { statisticsQueries } from './statistics/query.ts'
import {
  personEvents,
  projectEvents,
  recordedEvents,
  equalCriteria,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'

const views = { projects: projectsProjection(1), people: peopleProjection }
const queriesAfter = async (...story: GivenEvent[]) =>
  statisticsQueries({ store: await storeAfter(Object.values(views), story), readModels: views })
const figures = async (...story: GivenEvent[]) =>
  (await (await queriesAfter(...story)).statistics()).statistics
const ada = personEvents('Ada')
const day1 = projectEvents('Ada', 1)
const day2 = projectEvents('Ada', 2)

test('an empty installation has nothing to count', async () => {
  const cards = await figures()
  expect(cards).toMatchObject({ users: 0, submissions: 0, rated: 0, averageScore: null })
  expect(cards.perDay).toHaveLength(30)
  expect(cards.criteria.design).toBeNull()
})

test('users are counted, and the active ones among them', async () => {
  const story = [ada.registered(), personEvents('Root').registered({ role: 'admin' }), ada.status('inactive')]
  expect(await figures(...story)).toMatchObject({ users: 2, activeUsers: 1 })
  expect(await figures(...story, ada.status('active'))).toMatchObject({ users: 2, activeUsers: 2 })
})

test('projects are counted by their status, and again after a revision', async () => {
  const story = [day1.submitted(), day2.submitted(), day1.approved(), day2.rejected()]
  expect(await figures(...story)).toMatchObject({ submissions: 2, pending: 0, approved: 1, rejected: 1 })
  expect(await figures(...story, day2.revised())).toMatchObject({ pending: 1, rejected: 0 })
})

test('a withdrawn project is not counted, nor are its ratings', async () => {
  expect(
    await figures(day1.submitted(), day1.rated('Root', equalCriteria(4)), day1.withdrawn()),
  ).toMatchObject({
    submissions: 0,
    rated: 0,
    averageScore: null,
  })
})

test('each day has its own figures', async () => {
  const bob = projectEvents('Bob', 2)
  const { perDay } = await figures(day2.submitted(), bob.submitted(), bob.approved())
  expect(perDay[1]).toEqual({ day: 2, approved: 1, pending: 1, rejected: 0 })
  expect(perDay[0]).toEqual({ day: 1, approved: 0, pending: 0, rejected: 0 })
})

test('averages are over the official ratings, a criterion over those that gave it stars', async () => {
  const cards = await figures(
    day1.submitted(),
    day2.submitted(),
    day1.rated('Root', equalCriteria(4)),
    day1.rated('Rita', { ...equalCriteria(5), design: 0 }),
    day2.rated('Root', equalCriteria(3)),
    day2.rated('Bob', equalCriteria(1), { official: false }),
  )
  expect(cards).toMatchObject({ rated: 2, averageScore: 3.7 })
  expect(cards.criteria).toMatchObject({ design: 3.5, functionality: 4 })
})

test('an admin who rates again is counted once', async () => {
  const story = [day1.submitted(), day1.rated('Root', equalCriteria(4)), day1.rated('Root', equalCriteria(2))]
  expect(await figures(...story)).toMatchObject({ rated: 1, averageScore: 2 })
})

test('ratings of a rejected project are not counted, as on the board, until its owner revises it', async () => {
  const story = [
    day1.submitted(),
    day2.submitted(),
    day1.rated('Root', equalCriteria(5)),
    day2.rated('Root', equalCriteria(3)),
    day1.rejected(),
  ]
  const rejected = await figures(...story)
  expect(rejected).toMatchObject({ submissions: 2, rejected: 1, rated: 1, averageScore: 3 })
  expect(rejected.criteria).toMatchObject({ design: 3, completeness: 3 })
  const revised = await figures(...story, day1.revised())
  expect(revised).toMatchObject({ rejected: 0, rated: 2, averageScore: 4, criteria: { design: 4 } })
})

test('projects of another run are not counted', async () => {
  expect(await figures(projectEvents('Ada', 1, 2).submitted())).toMatchObject({ submissions: 0 })
})

test('the answer says which place in the log it speaks of', async () => {
  const answer = await (await queriesAfter(ada.registered())).statistics()
  expect(statisticsResponse.parse(answer)).toEqual(answer)
  expect(answer.position).toBe('10')
})

/** What admins hear by the last of these events, whichever of the two views tells of it. */
async function newsAfter(...story: GivenEvent[]) {
  return newsFor(() => true, ...story)
}

async function newsFor(isHeard: HasListeners, ...story: GivenEvent[]) {
  const { ofProjects, ofPeople } = statisticsUpdates(await queriesAfter(...story), isHeard)
  const event = recordedEvents(story).at(-1)
  if (event === undefined) throw new Error('Nothing happened.')
  const change = { event, id: '', before: undefined, after: undefined }
  return { ofProjects: ofProjects(change), ofPeople: ofPeople(change) }
}

test('the answer speaks of the place that both views have reached', async () => {
  const store = await storeAfter(Object.values(views), [ada.registered()])
  for (const ahead of [views.projects, views.people]) {
    const checkpoint = async (view: ReadTarget) => (view === ahead ? 20n : store.checkpoint(view))
    const { position } = await statisticsQueries({
      store: { ...store, checkpoint },
      readModels: views,
    }).statistics()
    expect(position).toBe('10')
  }
})

test('admins hear the new figures, once', async () => {
  const { ofProjects, ofPeople } = await newsAfter(ada.registered())
  expect([ofProjects.length, ofPeople.length]).toEqual([0, 1])
  const [news] = ofPeople
  expect(news).toMatchObject({ room: rooms.admins, message: 'statistics.changed' })
  expect(news && 'build' in news && (await Promise.resolve(news.build()))).toEqual({
    statistics: { users: 1, activeUsers: 1 },
  })
  for (const told of [
    day1.submitted(),
    day1.approved(),
    day1.rated('Root', equalCriteria(4)),
    day1.withdrawn(),
  ])
    expect(await newsAfter(day1.submitted(), told)).toMatchObject({
      ofProjects: [{ message: 'statistics.changed' }],
      ofPeople: [],
    })
})

test('while no admin is there, nothing is told', async () => {
  const isNoAdminThere: HasListeners = (room) => room !== rooms.admins
  for (const story of [[ada.registered()], [day1.submitted()]])
    expect(await newsFor(isNoAdminThere, ...story)).toEqual({ ofProjects: [], ofPeople: [] })
})

test('each view tells its own figures, as the message has them', async () => {
  const queries = await queriesAfter(ada.registered(), day1.submitted())
  const [people, projects] = [await queries.peopleFigures(), await queries.projectFigures()]
  expect([changedStatistics.parse(people), changedStatistics.parse(projects)]).toEqual([people, projects])
  expect((await queries.statistics()).statistics).toEqual({ ...people, ...projects })
})

test('what counts nowhere is no news', async () => {
  const nothing = { ofProjects: [], ofPeople: [] }
  expect(await newsAfter(day1.submitted(), day1.rated('Bob', equalCriteria(4), { official: false }))).toEqual(
    nothing,
  )
  expect(await newsAfter(day1.submitted(), day1.liked('Bob'))).toEqual(nothing)
  expect(await newsAfter(ada.event({ type: 'ProfileChanged', data: { bio: 'Hello' } }))).toEqual(nothing)
})
