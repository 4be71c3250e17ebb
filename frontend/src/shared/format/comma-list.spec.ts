import { expect, test } from 'vitest'
import { splitCommaList, joinCommaList } from './comma-list.ts'

test('trims entries and drops empty ones', () => {
  expect(splitCommaList(' TypeScript ,, CSS,')).toEqual(['TypeScript', 'CSS'])
})

test('keeps only one of the entries that differ in case', () => {
  expect(joinCommaList(['CSS', 'css', 'HTML'])).toBe('CSS, HTML')
})
