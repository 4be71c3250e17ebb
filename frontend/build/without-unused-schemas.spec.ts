import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { markAsPure } from './without-unused-schemas.ts'

const mark = (code: string) => markAsPure(code, parseSync('module.js', code).program)

test('the value of each constant that a call makes can be left out', () => {
  expect(mark(`const id = z.string()\nexport const user = z.object({ id }), users = z.array(user)`)).toBe(
    [
      'const id = /* @__PURE__ */ (() => (z.string()))()',
      'export const user = /* @__PURE__ */ (() => (z.object({ id })))(), users = /* @__PURE__ */ (() => (z.array(user)))()',
    ].join('\n'),
  )
})

test('a group of endpoints can be left out', () => {
  expect(mark(`export const endpoints = { all: get('/api/all', {}) }`)).toBe(
    `export const endpoints = /* @__PURE__ */ (() => ({ all: get('/api/all', {}) }))()`,
  )
})

test('other constants, functions and statements stay as they are', () => {
  const code = `export const limit = 5\nexport const text = (most) => z.string().max(most)\nregister(limit)`
  expect(mark(code)).toBe(code)
})
