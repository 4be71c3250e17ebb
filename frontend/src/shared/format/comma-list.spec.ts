import { expect, test } from 'vitest'
import { splitCommaList, joinCommaList } from './comma-list.ts'

test('trims entries and drops empty ones', () => {
  expect(splitCommaList(' TypeScript ,, CSS,')).toEqual(['TypeScript', 'CSS'])
  expect(splitCommaList('\u200b, TypeScript, \u2800\u3164')).toEqual(['TypeScript'])
})

test('keeps only one of several entries that differ only in case', () => {
  expect(joinCommaList(['CSS', 'css', 'HTML'])).toBe('CSS, HTML')
})
