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

test.each([4_095, 4_096, 4_097, 8_192, 20_000])(
  'sorts %i numbers, around and above the slice size',
  async (count) => {
    // Shuffled distinct numbers, and every thousandth of them a second time.
    const numbers = Array.from({ length: count }, (_, index) => (index * 7_919) % count)
    const repeats = numbers.filter((_, index) => index % 1_000 === 0)
    const sorted = await sortUniqueInSlices([...numbers, ...repeats])
    expect([...sorted]).toEqual(Array.from({ length: count }, (_, index) => index))
  },
)
