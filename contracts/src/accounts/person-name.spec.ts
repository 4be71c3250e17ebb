import { expect, test } from 'vitest'
import { nameCharacters, toOrdinaryName } from './person-name.ts'

test.for([
  ['an ideographic space', '山田\u3000太郎', '山田 太郎'],
  ['a no-break space', 'Anna\u00a0Berg', 'Anna Berg'],
  ['a narrow no-break space and a tab', 'Anna\u202f\tBerg', 'Anna Berg'],
  ['double spaces and a line break', ' Anna  \r\n Berg ', 'Anna Berg'],
  ['a Unicode hyphen', 'Anne\u2010Marie Roy', 'Anne-Marie Roy'],
  ['a no-break hyphen', 'Anne\u2011Marie Roy', 'Anne-Marie Roy'],
  ['an en dash, a minus and a full-width hyphen', 'A\u2013B\u2212C\uff0dD', 'A-B-C-D'],
  ['a Hebrew maqaf', 'בן\u05beדוד', 'בן-דוד'],
  ['separate accents', 'Zoe\u0301', 'Zoé'],
  ['a full-width apostrophe', 'O\uff07Brien', "O'Brien"],
  ['an accent or a prime as apostrophe', 'O\u00b4Brien D\u2032Arcy', "O'Brien D'Arcy"],
  ['a zero-width space and a soft hyphen', 'Anna\u200b Ber\u00adg', 'Anna Berg'],
  ['a byte order mark', '\ufeffAnna', 'Anna'],
  ['marks of the direction', '\u202bאבי\u200f כהן\u202c', 'אבי כהן'],
  ['a joiner between Latin letters', 'Ma\u200dya\u200c Berg\u200d', 'Maya Berg'],
  ['a period without a space', 'J.Smith of evil.example', 'J. Smith of evil. example'],
] as const)('%s becomes ordinary', ([, typed, ordinary]) => {
  expect(toOrdinaryName(typed)).toBe(ordinary)
  expect(toOrdinaryName(ordinary)).toBe(ordinary)
  expect(ordinary).toMatch(nameCharacters)
})

test.for([
  ['Persian', 'علی\u200cرضا'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['Malayalam', 'രാമന്\u200d'],
  ['Bengali', 'র\u09cd\u200cয'],
  ['Thai', 'สมชาย ใจดี'],
  ['Tibetan', 'བསྟན་འཛིན'],
  ['Catalan', 'Gal·la'],
  ['Japanese', 'ジョン・スミス'],
  ['Japanese with a variant of a sign', '葛\u{e0100}城'],
  ['Hebrew', 'ז׳בוטינסקי'],
  ['Armenian', 'Դ՚Արտանյան'],
  ['Hawaiian', 'Kaʻiulani'],
  ['Hawaiian with a quotation mark', 'Ka‘iulani'],
  ['Ukrainian', 'Мар’яна'],
  ['Irish', 'Siobhán O’Brien'],
  ['Spanish', 'Mª José Núñez'],
  ['abbreviated', 'J. R. Smith Jr.'],
  ['abbreviated closely', 'J.R.R. Tolkien'],
  ['Yoruba', 'Ọlá\u0300'.normalize('NFC')],
] as const)('a name in %s stays as it is', ([, name]) => {
  expect(toOrdinaryName(name)).toBe(name)
  expect(name).toMatch(nameCharacters)
})

test.for([
  'M4ya',
  'Maya 🙂',
  '٣علی',
  'Maya<b>',
  'Maya/Ben',
  'a@b',
  'Maya\u0000',
  'Ⅷ',
  '\u200b\u200b',
  '\u3164',
])('%j is not a name', (text) => {
  expect(toOrdinaryName(text)).not.toMatch(nameCharacters)
})
