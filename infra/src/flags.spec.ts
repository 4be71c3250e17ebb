import { expect, test } from 'vitest'
import { flagsOf } from './flags.ts'

test('the product starts as it is, or with the demo', () => {
  expect(flagsOf([])).toEqual({ isDemo: false })
  expect(flagsOf(['--demo'])).toEqual({ isDemo: true })
})

test.each(['--dmeo', 'demo', 'opps'])('%s is refused, and not taken for a plain start', (word) => {
  expect(() => flagsOf([word])).toThrow(`"${word}" means nothing here`)
})
