import { expect, test } from 'vitest'
import {
  abbreviateNumber,
  formatBytes,
  formatList,
  formatPoints,
  formatPointsBehind,
  joinCommaList,
  splitCommaList,
  truncateText,
} from './format.ts'

test.for([
  [24, '24 points behind Ana'],
  [1, '1 point behind Ana'],
  [0.5, '0.5 points behind Ana'],
  [1_024, '1,024 points behind Ana'],
  [0, 'level with Ana'],
] as const)('formats a gap of %d as "%s"', ([gap, text]) => {
  expect(formatPointsBehind(gap, 'Ana')).toBe(text)
})

test('formats total points with one decimal', () => {
  expect([0, 42, 1_234.56].map(formatPoints)).toEqual(['0.0', '42.0', '1,234.6'])
})

test('formats a file size in bytes, kilobytes or megabytes', () => {
  expect(formatBytes(640)).toBe('640 B')
  expect(formatBytes(83_968)).toBe('82 KB')
  expect(formatBytes(2_097_152)).toBe('2.0 MB')
})

test('abbreviates numbers above 99,999 only', () => {
  expect(abbreviateNumber(99_999)).toBeUndefined()
  expect(abbreviateNumber(164_380)).toBe('164k')
  expect(abbreviateNumber(1_240_000)).toBe('1.2M')
  expect(abbreviateNumber(999_700)).toBe('1.0M')
})

test('trims entries and drops empty ones', () => {
  expect(splitCommaList(' TypeScript ,, CSS,')).toEqual(['TypeScript', 'CSS'])
  expect(splitCommaList('\u200b, TypeScript, \u2800\u3164')).toEqual(['TypeScript'])
})

test('keeps only one of several entries that differ only in case', () => {
  expect(joinCommaList(['CSS', 'css', 'HTML'])).toBe('CSS, HTML')
})

test('formats a list for a sentence', () => {
  expect(formatList([])).toBe('')
  expect(formatList(['design'])).toBe('design')
  expect(formatList(['design', 'code'])).toBe('design and code')
  expect(formatList(['functionality', 'design', 'code'])).toBe('functionality, design, and code')
})

test('truncates only longer texts, and never splits a character', () => {
  expect(truncateText('a'.repeat(120), 120)).toBe('a'.repeat(120))
  expect(truncateText('a'.repeat(121), 120)).toBe(`${'a'.repeat(120)}...`)
  expect(truncateText('👍👍👍', 2)).toBe('👍👍...')
})
