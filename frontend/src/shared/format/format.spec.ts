import { expect, test } from 'vitest'
import { truncateText } from './truncate-text.ts'
import { slashFills } from '../ui/progress/slash-fills.ts'

test('truncates only longer texts, and never splits a character', () => {
  expect(truncateText('a'.repeat(120), 120)).toBe('a'.repeat(120))
  expect(truncateText('a'.repeat(121), 120)).toBe(`${'a'.repeat(120)}...`)
  expect(truncateText('👍👍👍', 2)).toBe('👍👍...')
})

test('fills slashes in steps of a tenth', () => {
  expect(slashFills(5, 4.3)).toEqual([1, 1, 1, 1, 0.3])
  expect(slashFills(3, 9)).toEqual([1, 1, 1])
})
