import fc from 'fast-check'
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

const object = fc.dictionary(
  fc.string(),
  fc.jsonValue().filter((value) => !JSON.stringify(value).includes('-0')),
)

test('a document is the same after a store has kept it as text', () => {
  fc.assert(
    fc.property(object, (document) => {
      expect(isSameDocument(document, JSON.parse(JSON.stringify(document)))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('a document with another value is another one', () => {
  fc.assert(
    fc.property(object, fc.string(), (document, name) => {
      const changed = { ...document, [name]: { other: document[name] ?? 1 } }
      expect(isSameDocument(document, changed)).toBe(false)
    }),
    { numRuns: 30 },
  )
})
