import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'
import { formatList } from './format-list.ts'
import { truncateText } from './truncate-text.ts'
import { abbreviateNumber } from './abbreviate-number.ts'
import { slashFills } from '../ui/progress/slash-fills.ts'

test('formats a file size in bytes, kilobytes or megabytes', () => {
  expect(formatBytes(640)).toBe('640 B')
  expect(formatBytes(83_968)).toBe('82 KB')
  expect(formatBytes(2_097_152)).toBe('2.0 MB')
})

test('formats a list for a sentence', () => {
  expect(formatList([])).toBe('')
  expect(formatList(['design'])).toBe('design')
  expect(formatList(['design', 'code'])).toBe('design and code')
  expect(formatList(['functionality', 'design', 'code'])).toBe('functionality, design, and code')
})

test('abbreviates numbers above 99,999 only', () => {
  expect(abbreviateNumber(99_999)).toBeUndefined()
  expect(abbreviateNumber(164_380)).toBe('164k')
  expect(abbreviateNumber(1_240_000)).toBe('1.2M')
  expect(abbreviateNumber(999_700)).toBe('1.0M')
})

test('truncates only longer texts, and never splits a character', () => {
  expect(truncateText('a'.repeat(120), 120)).toBe('a'.repeat(120))
  expect(truncateText('a'.repeat(121), 120)).toBe(`${'a'.repeat(120)}...`)
  expect(truncateText('👍👍👍', 2)).toBe('👍👍...')
})

test('fills slashes in steps of a tenth', () => {
  expect(slashFills(5, 4.3)).toEqual([1, 1, 1, 1, 0.3])
  expect(slashFills(3, 9)).toEqual([1, 1, 1])
})
