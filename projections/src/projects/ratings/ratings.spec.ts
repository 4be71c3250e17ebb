import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { expect, test } from 'vitest'
import {
  documentsAfter,
  userIdOf,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { projectsProjection } from '../projection.ts'
import { ratingDocumentId } from './ratings.ts'

const projection = projectsProjection(firstHistory)
const day1 = projectEvents('Ada', 1)
const after = (...given: GivenEvent[]) => documentsAfter(projection, given)
const ratingAfter = (rater: string, ...given: GivenEvent[]) =>
  after(...given).get(ratingDocumentId(day1.id, userIdOf(rater)))
const ratingsAfter = (...given: GivenEvent[]) => {
  const project = after(...given).get(day1.id)
  return project?.kind === 'project' ? project.ratings : undefined
}
const first = day1.rated('Root', equalCriteria(4), { feedback: 'Neat' })

test('stores a rating with its feedback', () => {
  expect(ratingAfter('Root', day1.submitted(), first)).toEqual({
    kind: 'rating',
    id: 'event-1',
    official: true,
    criteria: equalCriteria(4),
    feedback: 'Neat',
    at: '2026-01-05T12:00:00.000Z',
    position: 20,
  })
})

test('sums up the ratings of a project, the latest of each rater, official ones apart', () => {
  const bob = day1.rated('Bob', { ...equalCriteria(2), design: 0 }, { official: false })
  const official = {
    count: 1,
    averages: 4,
    stars: equalCriteria(4),
    given: equalCriteria(1),
    spread: [0, 1, 0, 0, 0],
  }
  const community = {
    count: 1,
    averages: 1.6,
    stars: { ...equalCriteria(2), design: 0 },
    given: { ...equalCriteria(1), design: 0 },
    spread: [0, 0, 0, 1, 0],
  }
  expect(ratingsAfter(day1.submitted(), first, bob)).toEqual({ official, community })
  expect(ratingsAfter(day1.submitted(), day1.rated('Root', equalCriteria(1)), bob, first)).toEqual({
    official,
    community,
  })
  expect(ratingsAfter(day1.submitted(), first, first)).toEqual({ official })
})

test('a new rating by the same rater replaces the earlier one and keeps its id', () => {
  const second = day1.rated('Root', equalCriteria(2), { feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' })
  expect(ratingAfter('Root', day1.submitted(), first, second)).toMatchObject({
    id: 'event-1',
    criteria: equalCriteria(2),
    feedback: 'Hm',
    at: '2026-01-06T12:00:00.000Z',
    position: 30,
  })
})

test('the next submission of a withdrawn project starts without ratings', () => {
  const withdrawn = [day1.submitted(), first, day1.withdrawn()]
  const again = [...withdrawn, day1.submitted()]
  expect(ratingsAfter(...again)).toBeUndefined()
  const ratedAgain = [...again, day1.rated('Root', equalCriteria(5))]
  expect(ratingsAfter(...ratedAgain)).toMatchObject({ official: { count: 1, averages: 5 } })
  expect(ratingAfter('Root', ...ratedAgain)).toMatchObject({ id: 'event-4', criteria: equalCriteria(5) })
})
