import { expect, test } from 'vitest'
import { splitCommaList, joinCommaList } from './comma-list.ts'

test('entries are trimmed and blanks are dropped', () => {
  expect(splitCommaList(' TypeScript ,, CSS,')).toEqual(['TypeScript', 'CSS'])
})

test('the same entry in another case is kept once', () => {
  expect(joinCommaList(['CSS', 'css', 'HTML'])).toBe('CSS, HTML')
})
