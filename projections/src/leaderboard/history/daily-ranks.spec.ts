import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortUniqueInSlices } from './daily-ranks.ts'

test('sorting in slices gives the same result as sorting at once, without duplicates', async () => {
  const numbers = fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(numbers, async (values) => {
      expect([...(await sortUniqueInSlices(values))]).toEqual(
        [...new Set(values)].sort((one, other) => one - other),
      )
    }),
  )
})
