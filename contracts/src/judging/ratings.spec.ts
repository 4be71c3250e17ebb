import { expect, test } from 'vitest'
import { withRating } from './ratings.ts'

const ratings = [
  { rater: 'Rita', stars: 4 },
  { rater: 'Root', stars: 3 },
]

test('the first rating by a rater is added at the end', () => {
  expect(withRating(ratings, { rater: 'Bob', stars: 1 }).map(({ rater }) => rater)).toEqual([
    'Rita',
    'Root',
    'Bob',
  ])
})

test('a second rating by the same rater replaces the first and moves to the end', () => {
  expect(withRating(ratings, { rater: 'Rita', stars: 1 })).toEqual([
    { rater: 'Root', stars: 3 },
    { rater: 'Rita', stars: 1 },
  ])
})
