import { expect, test } from 'vitest'
import {
  documentsAfter,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { feedbackProjection } from './projection.ts'

const view = feedbackProjection(1)
const root = personEvents('Root')
const day1 = projectEvents('Ada', 1)
const after = (...story: GivenEvent[]) => documentsAfter(view, story).get(day1.id)
const first = day1.rated('Root', equalCriteria(4), { feedback: 'Neat' })

test('nothing is kept of a project before its first rating', () => {
  expect(documentsAfter(view, [root.registered(), day1.submitted(), day1.approved()]).size).toBe(0)
})

test('a rating is kept with its words and its own average', () => {
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

test('the same rating twice is one', () => {
  expect(after(day1.submitted(), first, first)?.ratings).toHaveLength(1)
})

test('rating again replaces the earlier one under the same id', () => {
  const second = day1.rated('Root', equalCriteria(2), { feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' })
  expect(after(day1.submitted(), first, second)).toMatchObject({
    ratings: [{ id: 'event-1', rater: root.id, average: 2, feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' }],
  })
})

test('ratings go with a withdrawn project and do not come back with a new one', () => {
  expect(after(day1.submitted(), first, day1.withdrawn())).toBeUndefined()
  const again = [day1.submitted(), day1.rated('Bob', equalCriteria(5), { official: false })]
  expect(after(day1.submitted(), first, day1.withdrawn(), ...again)?.ratings).toMatchObject([{ average: 5 }])
})

test('ratings of another run are not here', () => {
  const other = projectEvents('Ada', 1, 2)
  expect(documentsAfter(view, [other.submitted(), other.rated('Root', equalCriteria(4))]).size).toBe(0)
})
