import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortUniqueInSlices } from './daily-ranks.ts'

test('what is sorted in slices is what is sorted at once, each number once', async () => {
  const numbers = fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(numbers, async (few) => {
      expect([...(await sortUniqueInSlices(few))]).toEqual(
        [...new Set(few)].sort((one, other) => one - other),
      )
    }),
  )
})

test.each([4_095, 4_096, 4_097, 8_192, 20_000])('%i numbers take several slices', async (count) => {
  // Scattered, each once, and every thousandth of them twice.
  const numbers = Array.from({ length: count }, (_, at) => (at * 7_919) % count)
  const repeats = numbers.filter((_, at) => at % 1_000 === 0)
  const sorted = await sortUniqueInSlices([...numbers, ...repeats])
  expect([...sorted]).toEqual(Array.from({ length: count }, (_, at) => at))
})
