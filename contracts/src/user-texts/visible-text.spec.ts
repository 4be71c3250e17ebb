import { expect, test } from 'vitest'
import { excerptOf, hasVisibleLetter, hasVisibleText } from './visible-text.ts'

test.for(['a', '-é-', '\u3164ᄀ', '李'])('%j has a visible letter', (text) => {
  expect(hasVisibleLetter(text)).toBe(true)
})

test.for(['', '--', '\u3164', '\u115F\u1160', '\uFFA0\u0301', '7'])('%j has no visible letter', (text) => {
  expect(hasVisibleLetter(text)).toBe(false)
})

test.for(['\ufffc', '\u{1d159}', '\u2800', '\u00ad', '\u{e0041}', ' \u200b\n'])('%j is blank', (text) => {
  expect(hasVisibleText(text)).toBe(false)
  expect(hasVisibleText(`${text}.`)).toBe(true)
})

test('a short text is shown in full', () => {
  expect(excerptOf('My board works by hand.')).toBe('My board works by hand.')
  expect(excerptOf('x'.repeat(280))).toBe('x'.repeat(280))
})

test('a long text is cut and ends with an ellipsis', () => {
  expect(excerptOf('x'.repeat(281))).toBe(`${'x'.repeat(280)}…`)
  expect(excerptOf(`${'x'.repeat(279)} and so on`)).toBe(`${'x'.repeat(279)}…`)
})

test('a character of two UTF-16 units is never cut in half', () => {
  expect(excerptOf('🚀'.repeat(280))).toBe('🚀'.repeat(280))
  expect(excerptOf('🚀'.repeat(281))).toBe(`${'🚀'.repeat(280)}…`)
  expect(excerptOf(`x${'🚀'.repeat(400)}`)).toBe(`x${'🚀'.repeat(279)}…`)
})
