import { expect, test } from 'vitest'
import { formatList, formatPoints } from './t.ts'
import { formatBytes } from '../http/download.ts'

test('formats total points with one decimal', () => {
  expect([0, 42, 1_234.56].map(formatPoints)).toEqual(['0.0', '42.0', '1,234.6'])
})

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
