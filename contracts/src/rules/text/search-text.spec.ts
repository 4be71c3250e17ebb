import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesAnyName, normalizeForSearch } from './search-text.ts'

test.for([
  ['Zoë Núñez', 'ZOE NUN'],
  ['Zoe Nunez', 'zoé núñ'],
  ['Zoe\u0301', 'ZO\u00c9'],
  ['Łukasz Sørensen', 'lukasz sor'],
  ['Straße', 'STRASSE'],
  ['STRASSE', 'straße'],
  ['İpek Yıldız', 'ipek yildiz'],
  ['ΟΔΥΣΣΕΑΣ', 'οδυσσέας'],
  ['Ｍａｙａ', 'maya'],
  ['ﾊﾅｺ', 'ハナコ'],
  ['한나', '하'],
  ['Sean O’Brien', "o'b"],
  ['Mei\u2011Ling', 'mei-ling'],
  ['Ana\u00a0Maria', 'ana m'],
  ['Ana\u200dMaria', 'anamaria'],
] as const)('%j is found by %j', ([name, search]) => {
  expect(matchesAnyName([name], normalizeForSearch(search))).toBe(true)
})

test.for([
  ['Zoe', 'zoo'],
  ['Ana', 'an a'],
  ['Ωmega', 'omega'],
] as const)('%j is not found by %j', ([name, search]) => {
  expect(matchesAnyName([name], normalizeForSearch(search))).toBe(false)
})

test('one of several names is enough, and what is missing is no name', () => {
  expect(matchesAnyName(['Ana Núñez', 'ana_n'], normalizeForSearch('A_N'))).toBe(true)
  expect(matchesAnyName(['Ana Núñez', null], normalizeForSearch('null'))).toBe(false)
  // Two names do not stand one after the other.
  expect(matchesAnyName(['Ana', 'ben'], normalizeForSearch('a b'))).toBe(false)
})

test('no search leaves nobody out', () => {
  expect(matchesAnyName(['Ana'], normalizeForSearch(''))).toBe(true)
  expect(normalizeForSearch('\u0301\u200b')).toBe('')
})

const anyText = fc.string({ unit: 'binary', maxLength: 30 })

test('who is found by a name is found by what is shown of it, however often it is compared', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text))
      expect(matchesAnyName([text.normalize('NFD')], normalizeForSearch(text.normalize('NFC')))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('nothing that cannot be seen is left, so that texts can stand side by side', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(normalizeForSearch(text)).not.toMatch(/[\p{C}\p{M}]|[^\S ]/u)
    }),
    { numRuns: 2_000 },
  )
})
