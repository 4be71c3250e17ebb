import { expect, test } from 'vitest'
import { hasVisibleLetter, hasVisibleText } from './visible-text.ts'

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
