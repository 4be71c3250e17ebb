import { expect, test } from 'vitest'
import { excerptOf } from './visible-text.ts'

test('a short text is shown whole', () => {
  expect(excerptOf('My board works by hand.')).toBe('My board works by hand.')
  expect(excerptOf('x'.repeat(280))).toBe('x'.repeat(280))
})

test('of a long text its beginning is shown, with a sign that it goes on', () => {
  expect(excerptOf('x'.repeat(281))).toBe(`${'x'.repeat(280)}…`)
  expect(excerptOf(`${'x'.repeat(279)} and so on`)).toBe(`${'x'.repeat(279)}…`)
})

test('letters of two halves stay whole', () => {
  expect(excerptOf('🚀'.repeat(280))).toBe('🚀'.repeat(280))
  expect(excerptOf('🚀'.repeat(281))).toBe(`${'🚀'.repeat(280)}…`)
  expect(excerptOf(`x${'🚀'.repeat(400)}`)).toBe(`x${'🚀'.repeat(279)}…`)
})
