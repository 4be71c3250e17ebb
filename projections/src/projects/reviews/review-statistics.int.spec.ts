import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { projectsProjection } from '../projection.ts'
import { projectQueries } from '../query.ts'
import { reviewStatistics } from './review-statistics.ts'

const readModel = projectsProjection(firstHistory)
const admin = { id: userIdOf('Root'), isAdmin: true }
const now = Date.parse('2026-01-06T12:00:00Z')
const hours = (count: number) => count * 3_600_000
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour)).toISOString()
const names = ['Ada', 'Bob', 'Cleo', 'Dora'] as const
const of = (name: (typeof names)[number]) => projectEvents(name, 1)
const id = (name: (typeof names)[number]) => of(name).id

/** Ada waits since her revision; Bob and Dora since their submissions; Cleo was approved after five hours. */
const given: GivenEvent[] = [
  ...[...names, 'Root'].map((name) => personEvents(name).registered()),
  of('Ada').submitted({}, at(4, 1)),
  of('Bob').submitted({}, at(4, 2)),
  of('Cleo').submitted({}, at(4, 3)),
  of('Dora').submitted({ projectName: 'Weather' }, at(5, 9)),
  { ...of('Ada').rejected(), at: at(4, 2) },
  { ...of('Cleo').approved('Eve'), at: at(4, 8) },
  of('Ada').revised({}, at(5, 10)),
]

const after = async (...events: GivenEvent[]) => ({
  store: await storeAfter([readModel], events),
  readModel,
})

test('lists pending projects in the order in which they have waited, in pages', async () => {
  const queries = projectQueries({ ...(await after(...given)), history: firstHistory })
  const page = (query: { limit: number; cursor?: string; search?: string; day?: number }) =>
    queries.all({ ...query, status: 'submitted', sort: 'waiting' }, admin)
  const first = await page({ limit: 2 })
  expect(first.projects.map(({ _id }) => _id)).toEqual([id('Bob'), id('Dora')])
  expect(first.counts).toMatchObject({ submitted: 3 })
  const rest = await page({ limit: 2, cursor: first.nextCursor ?? '' })
  expect(rest.projects.map(({ _id }) => _id)).toEqual([id('Ada')])
  expect((await page({ limit: 9, search: 'weather' })).projects.map(({ _id }) => _id)).toEqual([id('Dora')])
  expect((await page({ limit: 9, day: 2 })).projects).toEqual([])
})

test('counts the backlog at the end of each day, and how long the reviewed projects had waited', async () => {
  const source = await after(...given, { ...of('Bob').approved(), at: at(6, 2) })
  const { days } = await reviewStatistics({ ...source, clock: () => now, timeZone: 'UTC' })()
  expect(days).toHaveLength(7)
  expect(days.slice(-4)).toEqual([
    { date: '2026-01-03', backlog: 0, reviews: 0, median: null, p90: null },
    { date: '2026-01-04', backlog: 1, reviews: 2, median: hours(1), p90: hours(5) },
    { date: '2026-01-05', backlog: 3, reviews: 0, median: null, p90: null },
    { date: '2026-01-06', backlog: 2, reviews: 1, median: hours(48), p90: hours(48) },
  ])
})

test('the days begin with the first submission, and are at least seven and at most thirty', async () => {
  const source = await after(...given)
  const daysAt = async (time: string) => {
    const clock = () => Date.parse(time)
    const { days } = await reviewStatistics({ ...source, clock, timeZone: 'UTC' })()
    return [days.length, days[0]?.date]
  }
  expect(await daysAt('2026-01-05T12:00:00Z')).toEqual([7, '2025-12-30'])
  expect(await daysAt('2026-01-20T12:00:00Z')).toEqual([17, '2026-01-04'])
  expect(await daysAt('2026-02-02T12:00:00Z')).toEqual([30, '2026-01-04'])
  expect(await daysAt('2026-02-03T12:00:00Z')).toEqual([30, '2026-01-05'])
})

test('days begin in the time zone of the challenge', async () => {
  const source = await after(...given)
  const { days } = await reviewStatistics({ ...source, clock: () => now, timeZone: 'Pacific/Auckland' })()
  // Noon in UTC is the next day there.
  expect(days.at(-1)).toMatchObject({ date: '2026-01-07', backlog: 3 })
  expect(days.at(-4)).toMatchObject({ date: '2026-01-04', reviews: 2 })
})

test('says how much each admin has done, also one without an account', async () => {
  const source = await after(...given, of('Bob').rated('Root', equalCriteria(4)))
  const { reviewers } = await reviewStatistics({ ...source, clock: () => now, timeZone: 'UTC' })()
  expect(reviewers).toEqual([
    { id: userIdOf('Root'), name: 'Root', username: 'root', ratings: 1, approved: 0, rejected: 1 },
    { id: userIdOf('Eve'), ...standIn('deletedPerson', 'name'), ratings: 0, approved: 1, rejected: 0 },
  ])
})
