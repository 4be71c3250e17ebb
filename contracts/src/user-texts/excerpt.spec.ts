import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

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
