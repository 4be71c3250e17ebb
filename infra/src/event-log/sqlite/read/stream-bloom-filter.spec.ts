import fc from 'fast-check'
import { expect, test } from 'vitest'
import { streamBloomFilter } from './stream-bloom-filter.ts'

const names = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 200 })

test('never takes a stream with events for an empty one', () => {
  fc.assert(
    fc.property(names, names, (before, added) => {
      const filter = streamBloomFilter(before, before.length)
      added.forEach(filter.add)
      for (const name of [...before, ...added]) expect(filter.mightContain(name)).toBe(true)
    }),
  )
})

test('recognises almost all streams without events', () => {
  const name = (run: number, index: number) =>
    `project-r${run}-d${(index % 30) + 1}-00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  const all = (run: number) => Array.from({ length: 20_000 }, (_, index) => name(run, index))
  const filter = streamBloomFilter(all(1), 20_000)
  expect(all(2).filter(filter.mightContain).length).toBeLessThan(200)
})
