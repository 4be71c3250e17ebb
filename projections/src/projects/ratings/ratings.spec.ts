import { expect, test } from 'vitest'
import {
  documentsAfter,
  personEvents,
  userIdOf,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { feedbackProjection, projectNumber, ratingDocumentId } from './projection.ts'

const projection = feedbackProjection(1)
const root = personEvents('Root')
const day1 = projectEvents('Ada', 1)
const after = (...given: GivenEvent[]) => documentsAfter(projection, given)
const ratingAfter = (rater: string, ...given: GivenEvent[]) =>
  after(...given).get(ratingDocumentId(day1.id, userIdOf(rater)))
const sumsAfter = (...given: GivenEvent[]) => after(...given).get(day1.id)
const first = day1.rated('Root', equalCriteria(4), { feedback: 'Neat' })

test('has no document before the first rating of a project', () => {
  expect(after(root.registered(), day1.submitted(), day1.approved()).size).toBe(0)
})

test('stores a rating with its feedback and average', () => {
  expect(ratingAfter('Root', day1.submitted(), first)).toEqual({
    kind: 'rating',
    project: day1.id,
    id: 'event-1',
    rater: root.id,
    official: true,
    criteria: equalCriteria(4),
    average: 4,
    feedback: 'Neat',
    at: '2026-01-05T12:00:00.000Z',
    position: '00000000000000000020',
  })
})

test('sums up the ratings of a project, the latest of each rater', () => {
  const bob = day1.rated('Bob', { ...equalCriteria(2), design: 0 }, { official: false })
  const sums = { count: 2, averages: 5.6, stars: { ...equalCriteria(6), design: 4 } }
  const given = { ...equalCriteria(2), design: 1 }
  expect(sumsAfter(day1.submitted(), first, bob)).toEqual({
    kind: 'project',
    since: '00000000000000000020',
    sums: { ...sums, given },
  })
  expect(sumsAfter(day1.submitted(), day1.rated('Root', equalCriteria(1)), bob, first)).toMatchObject({
    sums: { ...sums, given },
  })
  expect(sumsAfter(day1.submitted(), first, first)).toMatchObject({ sums: { count: 1, averages: 4 } })
})

test('a new rating by the same rater replaces the earlier one and keeps its id', () => {
  const second = day1.rated('Root', equalCriteria(2), { feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' })
  expect(ratingAfter('Root', day1.submitted(), first, second)).toMatchObject({
    id: 'event-1',
    average: 2,
    feedback: 'Hm',
    at: '2026-01-06T12:00:00.000Z',
    position: '00000000000000000030',
  })
})

test('the next submission of a withdrawn project starts without ratings', () => {
  const withdrawn = [day1.submitted(), first, day1.withdrawn()]
  expect(sumsAfter(...withdrawn)).toBeUndefined()
  const again = [...withdrawn, day1.submitted(), day1.rated('Root', equalCriteria(5))]
  expect(sumsAfter(...again)).toMatchObject({
    since: '00000000000000000050',
    sums: { count: 1, averages: 5 },
  })
  expect(ratingAfter('Root', ...again)).toMatchObject({ id: 'event-4', average: 5 })
})

test('orders the ratings of all projects in one index, by project and position', () => {
  const rating = ratingAfter('Root', day1.submitted(), first)
  expect(rating && projection.indexEntries(rating, '')).toEqual({
    ratings: { score: projectNumber(day1.id), tiebreaker: '00000000000000000020' },
  })
  expect(projectNumber('')).toBe(0x811c9dc5)
  expect(projectNumber('foobar')).toBe(0xbf9cf968)
})

test('ignores ratings of another run', () => {
  const other = projectEvents('Ada', 1, 2)
  expect(documentsAfter(projection, [other.submitted(), other.rated('Root', equalCriteria(4))]).size).toBe(0)
})
