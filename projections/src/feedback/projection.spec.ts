import { expect, test } from 'vitest'
import {
  documentsAfter,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { feedbackProjection } from './projection.ts'

const projection = feedbackProjection(1)
const root = personEvents('Root')
const day1 = projectEvents('Ada', 1)
const after = (...given: GivenEvent[]) => documentsAfter(projection, given).get(day1.id)
const first = day1.rated('Root', equalCriteria(4), { feedback: 'Neat' })

test('has no document before the first rating of a project', () => {
  expect(documentsAfter(projection, [root.registered(), day1.submitted(), day1.approved()]).size).toBe(0)
})

test('stores a rating with its feedback and average', () => {
  expect(after(day1.submitted(), first)).toEqual({
    since: '00000000000000000020',
    ratings: [
      {
        id: 'event-1',
        rater: root.id,
        official: true,
        criteria: equalCriteria(4),
        average: 4,
        feedback: 'Neat',
        at: '2026-01-05T12:00:00.000Z',
      },
    ],
  })
})

test('stores the same rating once', () => {
  expect(after(day1.submitted(), first, first)?.ratings).toHaveLength(1)
})

test('a new rating by the same rater replaces the earlier one and keeps its id', () => {
  const second = day1.rated('Root', equalCriteria(2), { feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' })
  expect(after(day1.submitted(), first, second)).toMatchObject({
    ratings: [{ id: 'event-1', rater: root.id, average: 2, feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' }],
  })
})

test('deletes the ratings of a withdrawn project, so that its next submission starts without any', () => {
  expect(after(day1.submitted(), first, day1.withdrawn())).toBeUndefined()
  const resubmitted = [day1.submitted(), day1.rated('Bob', equalCriteria(5), { official: false })]
  expect(after(day1.submitted(), first, day1.withdrawn(), ...resubmitted)?.ratings).toMatchObject([
    { average: 5 },
  ])
})

test('ignores ratings of another run', () => {
  const other = projectEvents('Ada', 1, 2)
  expect(documentsAfter(projection, [other.submitted(), other.rated('Root', equalCriteria(4))]).size).toBe(0)
})
