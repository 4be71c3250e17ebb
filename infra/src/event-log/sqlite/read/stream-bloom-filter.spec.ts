import fc from 'fast-check'
import { expect, test } from 'vitest'
import { streamBloomFilter } from './stream-bloom-filter.ts'

const names = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 200 })

test('a stream that holds something is never taken for an empty one', () => {
  fc.assert(
    fc.property(names, names, (before, since) => {
      const known = streamBloomFilter(before, before.length)
      since.forEach(known.add)
      for (const name of [...before, ...since]) expect(known.mightContain(name)).toBe(true)
    }),
  )
})

test('of streams that hold nothing, hardly one has to be looked up', () => {
  const name = (run: number, at: number) =>
    `project-r${run}-d${(at % 30) + 1}-00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  const all = (run: number) => Array.from({ length: 20_000 }, (_, at) => name(run, at))
  const known = streamBloomFilter(all(1), 20_000)
  expect(all(2).filter(known.mightContain).length).toBeLessThan(200)
})
