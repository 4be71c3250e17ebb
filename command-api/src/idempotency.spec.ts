import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveId, eventIdOf, newContext, parseIdempotencyKey } from './idempotency.ts'

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

test('ids of events never change, so that a retry is recognised by another release', () => {
  const context = { ...newContext(), command: { id: 'c0ffee' } }
  const idIn = (stream: string, part: string, run?: number) => eventIdOf({ context, stream }, part, run)
  expect(idIn('project-1', '0')).toBe('ef06bf99-add1-894c-a673-1ee77101a70f')
  expect(idIn('project-1', '1')).toBe('3734250d-3ab6-8c10-9abb-0bbf6791757c')
  expect(idIn('project-2', '0')).toBe('bc979e7f-94f1-8757-bd6d-ddc47d18073a')
  expect(idIn('project-1', '0', 7)).toBe('000a306d-c4d6-860c-b75e-187aafc63f59')
})

test('a request without the header has no key', () => {
  expect(parseIdempotencyKey(undefined)).toBeUndefined()
})

test.for(['', ' ', 'a b', 'a\n', 'x'.repeat(256)])('refuses %j as a key', (key) => {
  expect(() => parseIdempotencyKey(key)).toThrow('The idempotency key must have')
})
