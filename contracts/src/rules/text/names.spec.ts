import { expect, test } from 'vitest'
import { canonicalEmail, canonicalUsername, initialsOf } from './names.ts'

test('spellings that differ in case or surrounding spaces are the same account', () => {
  expect(canonicalEmail(' Maya@Example.ORG ')).toBe('maya@example.org')
  expect(canonicalUsername(' Maya_L ')).toBe('maya_l')
})

test('composed and decomposed accents are the same account', () => {
  expect(canonicalEmail('zoe\u0301@x.io')).toBe(canonicalEmail('zo\u00e9@x.io'))
})

test.each([
  ['Maya Lindgren', 'ML'],
  ['mei-ling chen wu', 'MC'],
  ['Łukasz', 'Ł'],
  ['  ', '?'],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
