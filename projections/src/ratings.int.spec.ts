import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { ratingEndpoints } from '@thirty/contracts/judging/ratings-api.ts'
import { expect, test } from 'vitest'
import { members } from './people/members.ts'
import { peopleProjection } from './people/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { ratingQueries } from './projects/ratings/query.ts'
import { projectNumber } from './projects/ratings/ratings.ts'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { currentStore } from '@thirty/projections/testing/counting-store.ts'
import {
  personEvents,
  projectEvents,
  equalCriteria,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'

const day1 = projectEvents('Ada', 1)
const people = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Bob').registered(),
  personEvents('Ada').registered(),
  personEvents('Ghost').deleted(),
]
const givenEvents: GivenEvent[] = [
  ...people,
  day1.submitted(),
  day1.rated('Root', { ...equalCriteria(4), innovation: 0 }, { feedback: 'Neat' }),
  day1.rated('Bob', equalCriteria(5), { official: false }),
  day1.rated('Ghost', equalCriteria(1), { official: false }),
]
const resubmitted = [day1.withdrawn(), day1.submitted()]

/** Returns what visitors read about a project after these events and some more. */
async function ratingsAfter(more: readonly GivenEvent[] = [], projectId = day1.id) {
  const ask = await askAfter([...givenEvents, ...more])
  return ask(ratingEndpoints.ofProject, '', { projectId })
}

test('lists ratings newest first, with the names of the raters', async () => {
  expect(await ratingsAfter()).toMatchObject({
    ratings: [
      { raterName: 'Deleted participant', official: false, average: 1 },
      { raterName: 'Bob', official: false, average: 5 },
      { raterName: 'Root', official: true, average: 3.2 },
    ],
  })
})

test('shows users their own rating, and only that of the current submission', async () => {
  const own = async (reader: string, given: readonly GivenEvent[] = [], projectId = day1.id) =>
    (await askAfter([...givenEvents, ...given]))(ratingEndpoints.mine, reader, { projectId })
  expect(await own('Root')).toMatchObject({
    rating: { average: 3.2, feedback: 'Neat', criteria: { innovation: 0 } },
  })
  expect(await own('Ada')).toMatchObject({ rating: null })
  expect(await own('Root', resubmitted)).toMatchObject({ rating: null })
  await expect(own('Root', [], projectEvents('Ada', 2).id)).rejects.toThrow('404')
})

test('contains no email address and no id of a rater', async () => {
  const text = JSON.stringify(await ratingsAfter())
  expect(text).not.toContain('@')
  expect(text).not.toContain(userIdOf('Bob'))
})

test('shows visitors the project, and of its owner only the name', async () => {
  const { project, position } = await ratingsAfter([day1.approved()])
  const shown = { _id: day1.id, projectName: 'Kanban', status: 'approved', submittedBy: 'Ada' }
  expect(project).toMatchObject(shown)
  for (const field of ['user', 'rejectionReason', 'likedByMe', 'email'])
    expect(project).not.toHaveProperty(field)
  expect(Number(position)).toBeGreaterThan(0)
})

test('hides a rejected project from visitors, but not its ratings', async () => {
  const answer = await ratingsAfter([day1.rejected('Spam')])
  expect(answer).toMatchObject({ project: null, ratingCount: 3 })
  expect(JSON.stringify(answer)).not.toContain('Spam')
})

test('counts the ratings by rounded stars, the latest of each rater, and official ones apart; a criterion only those with stars for it', async () => {
  expect(await ratingsAfter()).toMatchObject({
    averageRating: 3.1,
    ratingCount: 3,
    averages: { functionality: 3.3, innovation: 3 },
    spread: [1, 0, 1, 0, 1],
    official: { ratingCount: 1, averageRating: 3.2 },
    community: { ratingCount: 2, averageRating: 3 },
  })
  const again = day1.rated('Bob', { ...equalCriteria(0), design: 1 }, { official: false })
  // An average of 0.2 counts as one star.
  const after = { spread: [0, 0, 1, 0, 2], community: { averageRating: 0.6 } }
  expect(await ratingsAfter([again])).toMatchObject(after)
})

test('pages hide and repeat no rating while others arrive between two reads', async () => {
  const readModel = projectsProjection(firstHistory)
  // The ratings of the other project come first in the index.
  const [first, second] = [day1, projectEvents('Bob', 1)].sort(
    (a, b) => projectNumber(a.id) - projectNumber(b.id),
  )
  if (!first || !second) throw new Error('Two projects are needed.')
  const rate = { official: false }
  const raters = Array.from({ length: 12 }, (_, index) => `R${index}`)
  const given = [
    ...people,
    first.submitted(),
    second.submitted(),
    ...raters.map((name) => second.rated(name, equalCriteria(3), { ...rate, feedback: name })),
  ]
  const storeOf = () => storeAfter([readModel, peopleProjection], given)
  let store = await storeOf()
  // A rating of the other project arrives after every read.
  const busy = currentStore(
    () => store,
    async () => {
      given.push(first.rated(`New${given.length}`, equalCriteria(1), rate))
      store = await storeOf()
    },
  )
  const queries = ratingQueries({ store: busy, readModel, personSummaries: members(busy).personSummaries })
  const pages = await allPages(async (from) => ({
    ...(await queries.ratings(second.id, { limit: 5, ...from })),
  }))
  const found = pages.flatMap(({ ratings = [] }) => ratings.map(({ feedback }) => feedback))
  expect(found).toEqual(raters.toReversed())
})

test('projects that share a number in the index keep their ratings apart', async () => {
  // Found by trying.
  const [left, right] = [projectEvents('Niv', 13), projectEvents('N3ka', 25)]
  expect(projectNumber(left.id)).toBe(projectNumber(right.id))
  const ask = await askAfter([
    left.submitted(),
    right.submitted(),
    ...['Root', 'Bob', 'Eve'].flatMap((name) => [
      left.rated(name, equalCriteria(4), { feedback: `left ${name}` }),
      right.rated(name, equalCriteria(2), { feedback: `right ${name}` }),
    ]),
  ])
  const pages = await allPages((from) =>
    ask(ratingEndpoints.ofProject, '', { projectId: left.id, limit: 2, ...from }),
  )
  expect(pages.map(({ ratings }) => ratings.map(({ feedback }) => feedback))).toEqual([
    ['left Eve', 'left Bob'],
    ['left Root'],
  ])
})

test.each([
  ['a project that was withdrawn', day1.id, [day1.withdrawn()]],
  ['what is no project', 'user:x', []],
  ['a user', `user:${userIdOf('Bob')}`, []],
])('there is no feedback about %s', async (_what, project, given) => {
  await expect(ratingsAfter(given, project)).rejects.toThrow('404 project-not-found')
})

test('a project that is submitted again lists its new ratings only', async () => {
  const answer = await ratingsAfter([...resubmitted, day1.rated('Bob', equalCriteria(2))])
  expect(answer).toMatchObject({ ratings: [{ raterName: 'Bob' }], ratingCount: 1, averageRating: 2 })
})

test('compares with the official ratings of all projects of the day', async () => {
  const [bob, cleo, dana] = [projectEvents('Bob', 1), projectEvents('Cleo', 1), projectEvents('Dana', 1)]
  const otherDay = projectEvents('Ada', 2)
  const { dayAverages } = await ratingsAfter([
    ...[bob, cleo, dana, otherDay].map((project) => project.submitted()),
    bob.rated('Root', { ...equalCriteria(1), innovation: 3 }),
    bob.rated('Ada', equalCriteria(5), { official: false }),
    ...[cleo, dana, otherDay].map((project) => project.rated('Root', equalCriteria(5))),
    cleo.rejected(),
    dana.withdrawn(),
  ])
  // A criterion without stars does not count.
  expect(dayAverages).toEqual({ ...equalCriteria(2.5), innovation: 3 })
})

const ofDay = (day: number) => projectEvents('Ada', day)
test.each<[day: number, neighbours: number[], more?: GivenEvent[]]>([
  [2, [3, 1]],
  [1, [2]],
  [30, [29]],
  [4, [3]],
  [2, [], [day1.withdrawn(), ofDay(3).rejected()]],
])(
  'beside the project of day %i are the projects of the days %j that are not rejected',
  async (day, days, more = []) => {
    const submitted = [2, 3, 4, 29, 30].map((each) => ofDay(each).submitted())
    const given = [...submitted, projectEvents('Bob', 2).submitted(), ...more]
    const { neighbours } = await ratingsAfter(given, ofDay(day).id)
    const thumbnailUrl = expect.stringContaining('-small.webp')
    expect(neighbours).toEqual(
      days.map((each) => ({ _id: ofDay(each).id, projectName: 'Kanban', day: each, thumbnailUrl })),
    )
  },
)
