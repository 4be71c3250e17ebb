import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { ReadModelStore, ReadTarget } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { peopleProjection } from './people/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { officialAverages } from './projects/ratings/official-averages.ts'
import { peopleStatisticsUpdates, projectStatisticsUpdates } from './statistics/live.ts'
import { statisticsQueries } from './statistics/query.ts'
import {
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'

const readModels = { projects: projectsProjection(firstHistory), people: peopleProjection }
const queriesOf = (store: ReadModelStore) =>
  statisticsQueries({
    store,
    readModels,
    officialAverages: (days) => officialAverages({ store, readModel: readModels.projects }, days),
  })
const queriesAfter = async (...givenEvents: GivenEvent[]) =>
  queriesOf(await storeAfter(Object.values(readModels), givenEvents))
const figures = async (...givenEvents: GivenEvent[]) =>
  (await (await queriesAfter(...givenEvents)).statistics()).statistics
const ada = personEvents('Ada')
const day1 = projectEvents('Ada', 1)
const day2 = projectEvents('Ada', 2)

test('an empty installation has no figures', async () => {
  const cards = await figures()
  expect(cards).toMatchObject({ users: 0, submissions: 0, rated: 0, averageScore: null })
  expect([cards.perDay.length, cards.criteria.design]).toEqual([30, null])
})

const people = [ada.registered(), personEvents('Root').registered({ role: 'admin' }), ada.status('inactive')]
const decided = [day1.submitted(), day2.submitted(), day1.approved(), day2.rejected()]
test.each<[what: string, given: GivenEvent[], figures: object]>([
  ['all users and the active ones', people, { users: 2, activeUsers: 1 }],
  ['an account that is active again', [...people, ada.status('active')], { users: 2, activeUsers: 2 }],
  ['projects by their status', decided, { submissions: 2, pending: 0, approved: 1, rejected: 1 }],
  ['a revised project as pending', [...decided, day2.revised()], { pending: 1, rejected: 0 }],
])('counts %s', async (_what, given, expected) => {
  expect(await figures(...given)).toMatchObject(expected)
})

test('a day has one project of each of its participants, regardless of its later status, and none of another run', async () => {
  const bob = projectEvents('Bob', 1)
  const eve = projectEvents('Eve', 1)
  const { perDay } = await figures(
    day1.submitted(),
    day1.rejected(),
    day1.revised(),
    day1.rejected(),
    bob.submitted(),
    bob.withdrawn(),
    bob.submitted(),
    bob.approved(),
    eve.submitted(),
    eve.withdrawn(),
    projectEvents('Eve', 1, 2).submitted(),
    projectEvents('Fay', 1).submitted(),
    projectEvents('Gus', 1).submitted(),
  )
  expect(perDay[0]).toEqual({ day: 1, approved: 1, pending: 2, rejected: 1 })
})

test('averages include official ratings only, and a criterion average only ratings with stars for that criterion', async () => {
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

test('ratings of a rejected project do not count until the project is revised, as on the leaderboard', async () => {
  const givenEvents = [
    day1.submitted(),
    day2.submitted(),
    day1.rated('Root', equalCriteria(5)),
    day2.rated('Root', equalCriteria(3)),
    day1.rejected(),
  ]
  const rejected = await figures(...givenEvents)
  expect(rejected).toMatchObject({ submissions: 2, rejected: 1, rated: 1, averageScore: 3 })
  expect(rejected.criteria).toMatchObject({ design: 3, completeness: 3 })
  const revised = await figures(...givenEvents, day1.revised())
  expect(revised).toMatchObject({ rejected: 0, rated: 2, averageScore: 4, criteria: { design: 4 } })
})

/** Returns the live updates of both projections for the last of these events. */
async function updatesAfter(...givenEvents: GivenEvent[]) {
  const queries = await queriesAfter(...givenEvents)
  const ofProjects = projectStatisticsUpdates(queries)
  const ofPeople = peopleStatisticsUpdates(queries)
  const event = recordedEvents(givenEvents).at(-1)
  if (event === undefined) throw new Error('There is no event.')
  const change = { event, id: '', before: undefined, after: undefined }
  return { ofProjects: ofProjects(change), ofPeople: ofPeople(change) }
}

test('the position is the lower one of both read models', async () => {
  const store = await storeAfter(Object.values(readModels), [ada.registered()])
  for (const ahead of [readModels.projects, readModels.people]) {
    const checkpoint = async (readModel: ReadTarget) =>
      readModel === ahead ? 20n : store.checkpoint(readModel)
    const { position } = await queriesOf({ ...store, checkpoint }).statistics()
    expect(position).toBe('10')
  }
})

test('sends new figures to admins once', async () => {
  const { ofProjects, ofPeople } = await updatesAfter(ada.registered())
  expect([ofProjects.length, ofPeople.length]).toEqual([0, 1])
  const [update] = ofPeople
  expect(update).toMatchObject({ room: rooms.admins, message: 'statistics.changed' })
  expect(update && 'build' in update && (await Promise.resolve(update.build([], 0)))).toEqual({
    statistics: { users: 1, activeUsers: 1 },
  })
  for (const next of [day1.approved(), day1.rated('Root', equalCriteria(4)), day1.withdrawn()])
    expect(await updatesAfter(day1.submitted(), next)).toMatchObject({
      ofProjects: [{ message: 'statistics.changed' }],
      ofPeople: [],
    })
})

test('sends nothing when no figure changed', async () => {
  for (const next of [
    day1.rated('Bob', equalCriteria(4), { official: false }),
    day1.liked('Bob'),
    ada.event('ProfileChanged', { bio: 'Hello' }),
  ])
    expect(await updatesAfter(day1.submitted(), next)).toEqual({ ofProjects: [], ofPeople: [] })
})
