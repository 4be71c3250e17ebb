import { expect, test } from 'vitest'
import { isSameDocument } from './same-document.ts'

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: 1, b: null }, { a: 1 }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [1] }, { a: [1, 2] }, false],
  [{ a: [] }, { a: {} }, false],
  [{ a: '1' }, { a: 1 }, false],
  [{ a: {} }, { a: null }, false],
  [{}, { toString: 1 }, false],
  [{ toString: undefined }, {}, true],
])('%j and %j are the same: %s', (left, right, isSame) => {
  expect(isSameDocument(left, right)).toBe(isSame)
  expect(isSameDocument(right, left)).toBe(isSame)
})
