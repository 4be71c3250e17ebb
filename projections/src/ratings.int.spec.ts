import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { ownRatingResponse, ratingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
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
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'

const projection = projectsProjection(firstHistory)
const day1 = projectEvents('Ada', 1)
const givenEvents: GivenEvent[] = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Bob').registered(),
  personEvents('Ada').registered(),
  day1.submitted(),
  day1.rated('Root', { ...equalCriteria(4), innovation: 0 }, { feedback: 'Neat' }),
  day1.rated('Bob', equalCriteria(5), { official: false }),
  day1.rated('Ghost', equalCriteria(1), { official: false }),
]
const resubmitted = [...givenEvents, day1.withdrawn(), day1.submitted()]

async function queriesAfter(given: GivenEvent[]) {
  return queriesOf(await storeAfter([projection, peopleProjection], given))
}

function queriesOf(store: ReadModelStore) {
  const { personSummaries } = members(store)
  return ratingQueries({ store, readModel: projection, personSummaries })
}
const ask = async (page: { limit?: number; cursor?: string | null } = {}) =>
  (await queriesAfter(givenEvents)).ratings(day1.id, {
    limit: page.limit ?? 100,
    cursor: page.cursor ?? undefined,
  })

test('lists ratings newest first, with the names of the raters', async () => {
  const answer = ratingsResponse.parse(await ask())
  expect(answer.ratings.map(({ raterName, official, average }) => [raterName, official, average])).toEqual([
    ['Deleted participant', false, 1],
    ['Bob', false, 5],
    ['Root', true, 3.2],
  ])
})

test('shows users their own rating, and only that of the current submission', async () => {
  const queries = await queriesAfter(givenEvents)
  expect(ownRatingResponse.parse(await queries.ownRating(day1.id, personEvents('Root').id))).toMatchObject({
    rating: { average: 3.2, feedback: 'Neat', criteria: { innovation: 0 } },
  })
  expect(await queries.ownRating(day1.id, personEvents('Ada').id)).toMatchObject({ rating: null })
  expect(await queries.ownRating(projectEvents('Ada', 2).id, personEvents('Root').id)).toBeUndefined()
  const afterwards = await queriesAfter(resubmitted)
  expect(await afterwards.ownRating(day1.id, personEvents('Root').id)).toMatchObject({ rating: null })
})

test('contains no email address and no id of a rater', async () => {
  const text = JSON.stringify(await ask())
  expect(text).not.toContain('@')
  expect(text).not.toContain(personEvents('Bob').id)
})

test('shows visitors the project, and of its owner only the name', async () => {
  const withOwner = [personEvents('Ada').registered(), ...givenEvents, day1.approved()]
  const answer = await (await queriesAfter(withOwner)).ratings(day1.id, { limit: 100 })
  const { project, position } = ratingsResponse.parse(answer)
  expect(project).toMatchObject({
    _id: day1.id,
    projectName: 'Kanban',
    status: 'approved',
    submittedBy: 'Ada',
  })
  for (const field of ['user', 'rejectionReason', 'likedByMe', 'email'])
    expect(answer?.project).not.toHaveProperty(field)
  expect(Number(position)).toBeGreaterThan(0)
})

test('hides a rejected project from visitors, but not its ratings', async () => {
  const rejected = [...givenEvents, day1.rejected('Spam')]
  const answer = await (await queriesAfter(rejected)).ratings(day1.id, { limit: 100 })
  expect(answer).toMatchObject({ project: null, ratingCount: 3 })
  expect(JSON.stringify(answer)).not.toContain('Spam')
})

test('counts the ratings by rounded stars, the latest of each rater, and official ones apart; a criterion only those with stars for it', async () => {
  expect(await ask()).toMatchObject({
    averageRating: 3.1,
    ratingCount: 3,
    averages: { functionality: 3.3, innovation: 3 },
    spread: [1, 0, 1, 0, 1],
    official: { ratingCount: 1, averageRating: 3.2 },
    community: { ratingCount: 2, averageRating: 3 },
  })
  const again = day1.rated('Bob', { ...equalCriteria(0), design: 1 }, { official: false })
  const answer = await (await queriesAfter([...givenEvents, again])).ratings(day1.id, { limit: 100 })
  // An average of 0.2 counts as one star.
  expect(answer).toMatchObject({ spread: [0, 0, 1, 0, 2], community: { averageRating: 0.6 } })
})

test('pages hide and repeat no rating while others arrive between two reads', async () => {
  const other = projectEvents('Bob', 1)
  // The ratings of the other project come first in the index.
  const [first, second] = [day1, other].sort((a, b) => projectNumber(a.id) - projectNumber(b.id))
  if (!first || !second) throw new Error('Two projects are needed.')
  const rate = { official: false }
  const raters = Array.from({ length: 12 }, (_, index) => `R${index}`)
  const given = [
    ...givenEvents.slice(0, 3),
    first.submitted(),
    second.submitted(),
    ...raters.map((name) => second.rated(name, equalCriteria(3), { ...rate, feedback: name })),
  ]
  const storeOf = () => storeAfter([projection, peopleProjection], given)
  let store = await storeOf()
  const arrive = async () => {
    given.push(first.rated(`New${given.length}`, equalCriteria(1), rate))
    store = await storeOf()
  }
  // A rating of the other project arrives after every read.
  const busy = currentStore(() => store, arrive)
  const pages = await allPages(async (from) => ({
    ...(await queriesOf(busy).ratings(second.id, { limit: 5, cursor: undefined, ...from })),
  }))
  const found = pages.flatMap(({ ratings = [] }) => ratings.map(({ feedback }) => feedback))
  expect(found).toEqual(raters.toReversed())
})

test('projects that share a number in the index keep their ratings apart', async () => {
  // Found by trying.
  const [left, right] = [projectEvents('Niv', 13), projectEvents('N3ka', 25)]
  expect(projectNumber(left.id)).toBe(projectNumber(right.id))
  const queries = await queriesAfter([
    personEvents('Niv').registered(),
    personEvents('N3ka').registered(),
    left.submitted(),
    right.submitted(),
    ...['Root', 'Bob', 'Eve'].flatMap((name) => [
      left.rated(name, equalCriteria(4), { feedback: `left ${name}` }),
      right.rated(name, equalCriteria(2), { feedback: `right ${name}` }),
    ]),
  ])
  const first = await queries.ratings(left.id, { limit: 2 })
  expect(first?.ratings.map(({ feedback }) => feedback)).toEqual(['left Eve', 'left Bob'])
  const second = await queries.ratings(left.id, { limit: 2, cursor: first?.nextCursor ?? undefined })
  expect(second?.ratings.map(({ feedback }) => feedback)).toEqual(['left Root'])
  expect(second?.nextCursor).toBeNull()
})

test('an unknown or withdrawn project has no feedback', async () => {
  const queries = await queriesAfter([...givenEvents, day1.withdrawn()])
  expect(await queries.ratings(day1.id, { limit: 100 })).toBeUndefined()
  expect(await queries.ratings('user:x', { limit: 100 })).toBeUndefined()
  expect(await queries.ratings(`user:${personEvents('Bob').id}`, { limit: 100 })).toBeUndefined()
})

test('a project that is submitted again lists its new ratings only', async () => {
  const queries = await queriesAfter([...resubmitted, day1.rated('Bob', equalCriteria(2))])
  const answer = await queries.ratings(day1.id, { limit: 100 })
  expect(answer).toMatchObject({ ratings: [{ raterName: 'Bob' }], ratingCount: 1, averageRating: 2 })
  expect(answer?.ratings).toHaveLength(1)
})

test('compares with the official ratings of all projects of the day', async () => {
  const [bob, cleo, dana] = [projectEvents('Bob', 1), projectEvents('Cleo', 1), projectEvents('Dana', 1)]
  const otherDay = projectEvents('Ada', 2)
  const answer = await (
    await queriesAfter([
      ...givenEvents,
      bob.submitted(),
      bob.rated('Root', { ...equalCriteria(1), innovation: 3 }),
      bob.rated('Ada', equalCriteria(5), { official: false }),
      cleo.submitted(),
      cleo.rated('Root', equalCriteria(5)),
      cleo.rejected(),
      dana.submitted(),
      dana.rated('Root', equalCriteria(5)),
      dana.withdrawn(),
      otherDay.submitted(),
      otherDay.rated('Root', equalCriteria(5)),
    ])
  ).ratings(day1.id, { limit: 1 })
  // A criterion without stars does not count.
  expect(answer?.dayAverages).toEqual({ ...equalCriteria(2.5), innovation: 3 })
})

test('names the projects of the same participant on the days before and after, unless they are rejected', async () => {
  const [day2, day3, day4, day29, day30] = [2, 3, 4, 29, 30].map((day) => projectEvents('Ada', day))
  const given = [day1, day2, day3, day4, day29, day30].flatMap((day) => day?.submitted() ?? [])
  const neighbours = async (of: typeof day1 | undefined, ...more: GivenEvent[]) => {
    const queries = await queriesAfter([...given, projectEvents('Bob', 2).submitted(), ...more])
    const answer = await queries.ratings(of?.id ?? '', { limit: 1 })
    return ratingsResponse.parse(answer).neighbours
  }
  const days = async (...asked: Parameters<typeof neighbours>) =>
    (await neighbours(...asked)).map(({ day }) => day)
  expect(await days(day2)).toEqual([3, 1])
  expect(await days(day1)).toEqual([2])
  expect(await days(day30)).toEqual([29])
  expect(await days(day4)).toEqual([3])
  expect(await days(day2, day1.withdrawn(), ...(day3 ? [day3.rejected()] : []))).toEqual([])
  const [next] = await neighbours(day1)
  expect(next).toMatchObject({ _id: day2?.id, projectName: 'Kanban' })
  expect(Object.keys(next ?? {})).toEqual(['_id', 'projectName', 'day', 'thumbnailUrl'])
})
