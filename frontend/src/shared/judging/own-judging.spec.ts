import { expect, test } from 'vitest'
import { formatRatingsOfWanted } from './own-judging.tsx'

test.each([
  [0, '0 of 2 ratings'],
  [2, '2 of 2 ratings'],
  [3, '3 ratings (2 wanted)'],
])('%i ratings of two are "%s"', (count, text) => {
  expect(formatRatingsOfWanted(count, 2)).toBe(text)
})
