import fc from 'fast-check'
import { expect, test } from 'vitest'
import { possibleForms, preparePassword } from './password-hasher.ts'

test.for([
  ['case', 'Sunny-7', 'sunny-7'],
  ['spaces around it', ' Sunny-7', 'Sunny-7'],
  ['the number of spaces', 'Sunny  7', 'Sunny 7'],
  ['accents', 'Sünny-7', 'Sunny-7'],
  ['full-width letters', 'Ｓunny-7', 'Sunny-7'],
  ['ligatures', 'Suﬁ-7', 'Sufi-7'],
] as const)('passwords that differ in %s are two', ([, one, other]) => {
  expect(preparePassword(one)).not.toBe(preparePassword(other))
})

test('a password in ASCII is one form, so that a wrong one is checked once', () => {
  expect(possibleForms(' Correct horse-7')).toEqual([' Correct horse-7'])
})

test('the forms of a password include it as typed, composed and decomposed, and its usual form first', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (typed) => {
      const forms = possibleForms(typed)
      expect(forms[0]).toBe(preparePassword(typed))
      expect(forms).toEqual(expect.arrayContaining([typed, typed.normalize('NFC'), typed.normalize('NFD')]))
      expect(new Set(forms).size).toBe(forms.length)
    }),
  )
})
