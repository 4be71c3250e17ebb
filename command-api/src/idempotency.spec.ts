import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveId, parseIdempotencyKey } from './idempotency.ts'

test('a derived id is a UUID: the same for the same parts, different for different parts', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (left, right) => {
      const id = deriveId(...left)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(deriveId(...left)).toBe(id)
      expect(deriveId(...right) === id).toBe(JSON.stringify(left) === JSON.stringify(right))
    }),
  )
})

test('a request without the header has no key', () => {
  expect(parseIdempotencyKey(undefined)).toBeUndefined()
})

test.for(['', ' ', 'a b', 'a\n', 'x'.repeat(256)])('refuses %j as a key', (key) => {
  expect(() => parseIdempotencyKey(key)).toThrow('The idempotency key must have')
})
