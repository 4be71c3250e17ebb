import { expect, test } from 'vitest'
import { parseFlags } from './flags.ts'

test('the product starts as it is, or with the demo', () => {
  expect(parseFlags([])).toEqual({ isDemo: false })
  expect(parseFlags(['--demo'])).toEqual({ isDemo: true })
})

test.each(['--dmeo', 'demo', 'opps'])('%s is refused, and not taken for a plain start', (word) => {
  expect(() => parseFlags([word])).toThrow(`"${word}" means nothing here`)
})
