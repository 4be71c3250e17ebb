import { expect, test } from 'vitest'
import { commaEntries, commaText } from './comma-list.ts'

test('entries are trimmed and blanks are dropped', () => {
  expect(commaEntries(' TypeScript ,, CSS,')).toEqual(['TypeScript', 'CSS'])
})

test('the same entry in another case is kept once', () => {
  expect(commaText(['CSS', 'css', 'HTML'])).toBe('CSS, HTML')
})
