import { expect, test } from 'vitest'
import { formatList, joinCommaList, splitCommaList } from './format-list.ts'

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
