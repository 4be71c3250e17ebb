import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesAnyName, matchesSearch, normalizeForSearch } from './search-text.ts'

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
  ['Anna  Berg', 'anna berg'],
  ['Anna Berg', ' anna \u3000berg '],
  ['山田\u3000太郎', '山田 太郎'],
  ['Kaʻiulani', "ka'i"],
  ['Anne\u2013Marie', 'anne-marie'],
  ['A\u2212B', 'a-b'],
  ['بن\u064a', 'بني'],
  ['مُحَمَّد', 'محمد'],
  ['محـــمد', 'محمد'],
  ['علی', 'علي'],
  ['فاطمة', 'فاطمه'],
  ['أحمد', 'احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['ז׳אן', "ז'אן"],
  ['Ёлка', 'елка'],
  ['Maya\u3164', 'maya'],
  ['“Chess”', '"chess"'],
] as const)('%j matches the query %j', ([name, query]) => {
  expect(matchesAnyName([name], normalizeForSearch(query))).toBe(true)
})

test.for([
  ['Zoe', 'zoo'],
  ['Ana', 'an a'],
  ['Ωmega', 'omega'],
] as const)('%j does not match the query %j', ([name, query]) => {
  expect(matchesAnyName([name], normalizeForSearch(query))).toBe(false)
})

test('one matching name is enough, and a missing name matches nothing', () => {
  expect(matchesAnyName(['Ana Núñez', 'ana_n'], normalizeForSearch('A_N'))).toBe(true)
  expect(matchesAnyName(['Ana Núñez', null], normalizeForSearch('null'))).toBe(false)
  // A query cannot match across two names.
  expect(matchesAnyName(['Ana', 'ben'], normalizeForSearch('a b'))).toBe(false)
})

test('an empty query matches everyone', () => {
  for (const query of ['', '\u0301\u200b'])
    expect(matchesAnyName(['Ana'], normalizeForSearch(query))).toBe(true)
})

const anyText = fc.string({ unit: 'binary', maxLength: 30 })

test('a name matches itself in every Unicode form; normalized, it has no invisible characters, and no white space but spaces', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const normalized = normalizeForSearch(text)
      expect(normalizeForSearch(normalized)).toBe(normalized)
      expect(normalized).not.toMatch(/[\p{C}\p{M}]|[^\S ]/u)
      expect(matchesAnyName([text.normalize('NFD')], normalizeForSearch(text.normalize('NFC')))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a text that is searched in any spelling is found, and an empty search finds all', () => {
  expect(matchesSearch('Ein Schachbrett für Straßen', 'FUR  STRASSEN ')).toBe(true)
  expect(matchesSearch('line one\nline two', 'one line')).toBe(true)
  expect(matchesSearch('İSTANBUL', 'istanbul')).toBe(true)
  expect(matchesSearch('Chess', ' ')).toBe(true)
  expect(matchesSearch('Chess', 'chest')).toBe(false)
})
