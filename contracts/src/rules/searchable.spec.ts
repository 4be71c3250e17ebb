import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFoundIn, searchable } from './searchable.ts'

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
  expect(isFoundIn([name], searchable(search))).toBe(true)
})

test.for([
  ['Zoe', 'zoo'],
  ['Ana', 'an a'],
  ['Ωmega', 'omega'],
] as const)('%j is not found by %j', ([name, search]) => {
  expect(isFoundIn([name], searchable(search))).toBe(false)
})

test('one of several names is enough, and what is missing is no name', () => {
  expect(isFoundIn(['Ana Núñez', 'ana_n'], searchable('A_N'))).toBe(true)
  expect(isFoundIn(['Ana Núñez', null], searchable('null'))).toBe(false)
  // Two names do not stand one after the other.
  expect(isFoundIn(['Ana', 'ben'], searchable('a b'))).toBe(false)
})

test('no search leaves nobody out', () => {
  expect(isFoundIn(['Ana'], searchable(''))).toBe(true)
  expect(searchable('\u0301\u200b')).toBe('')
})

const anyText = fc.string({ unit: 'binary', maxLength: 30 })

test('who is found by a name is found by what is shown of it, however often it is compared', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(searchable(searchable(text))).toBe(searchable(text))
      expect(isFoundIn([text.normalize('NFD')], searchable(text.normalize('NFC')))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('nothing that cannot be seen is left, so that texts can stand side by side', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(searchable(text)).not.toMatch(/[\p{C}\p{M}]|[^\S ]/u)
    }),
    { numRuns: 2_000 },
  )
})
