import { expect, test } from 'vitest'
import { findRating, withRating } from './ratings.ts'

const ratings = [
  { rater: 'Rita', stars: 4 },
  { rater: 'Root', stars: 3 },
]

test('a first rating is added at the end', () => {
  expect(withRating(ratings, { rater: 'Bob', stars: 1 }).map(({ rater }) => rater)).toEqual([
    'Rita',
    'Root',
    'Bob',
  ])
})

test('who rates again has one rating, the latest of all', () => {
  expect(withRating(ratings, { rater: 'Rita', stars: 1 })).toEqual([
    { rater: 'Root', stars: 3 },
    { rater: 'Rita', stars: 1 },
  ])
})

test('the ratings before stay as they were', () => {
  withRating(ratings, { rater: 'Rita', stars: 1 })
  expect(findRating(ratings, 'Rita')).toEqual({ rater: 'Rita', stars: 4 })
  expect(findRating(ratings, 'Bob')).toBeUndefined()
})
