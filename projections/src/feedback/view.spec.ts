import { expect, test } from 'vitest'
import { documentsAfter, person, projectOf, stars, type Told } from '../story.ts'
import { feedbackView, raterDocument } from './view.ts'

const view = feedbackView(1)
const root = person('Root')
const day1 = projectOf('Ada', 1)
const after = (...story: Told[]) => documentsAfter(view, story).get(day1.id)
const first = day1.rated('Root', stars(4), { feedback: 'Neat' })

test('a project is known from its submission on, without ratings', () => {
  expect(after(day1.submitted())).toEqual({ kind: 'project', ratings: [] })
})

test('a rating is kept with its words and its own average', () => {
  expect(after(day1.submitted(), first)).toEqual({
    kind: 'project',
    ratings: [
      {
        id: 'event-1',
        rater: root.id,
        official: true,
        criteria: stars(4),
        average: 4,
        feedback: 'Neat',
        at: '2026-01-05T12:00:00.000Z',
      },
    ],
  })
})

test('rating again replaces the earlier one under the same id', () => {
  const second = day1.rated('Root', stars(2), { feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' })
  expect(after(day1.submitted(), first, second)).toMatchObject({
    ratings: [{ id: 'event-1', rater: root.id, average: 2, feedback: 'Hm', at: '2026-01-06T12:00:00.000Z' }],
  })
})

test('ratings go with a withdrawn project and do not come back with a new one', () => {
  expect(after(day1.submitted(), first, day1.withdrawn())).toBeUndefined()
  expect(after(day1.submitted(), first, day1.withdrawn(), day1.submitted())).toEqual(after(day1.submitted()))
})

test('ratings of another run are not here', () => {
  expect(documentsAfter(view, [projectOf('Ada', 1, 2).submitted()]).size).toBe(0)
})

test('a rater is known by the present name', () => {
  const story = [root.registered(), root.told({ type: 'ProfileChanged', data: { fullName: 'Rita' } })]
  expect(documentsAfter(view, story).get(raterDocument(root.id))).toEqual({ kind: 'rater', name: 'Rita' })
  const silent = root.told({ type: 'ProfileChanged', data: { bio: 'Hello' } })
  expect(documentsAfter(view, [root.registered(), silent]).get(raterDocument(root.id))).toMatchObject({
    name: 'Root',
  })
})
