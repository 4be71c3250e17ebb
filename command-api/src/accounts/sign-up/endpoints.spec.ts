import { expect, test } from 'vitest'
import { refuseWrongAdminKey } from './endpoints.ts'

const right = 'a key of at least thirty-two characters'

test('the right key is accepted', () => {
  refuseWrongAdminKey(right, right)
})

test.for(['', 'undefined', right.slice(1), `${right} `])('%j is refused', (given) => {
  expect(() => refuseWrongAdminKey(given, right)).toThrow('Invalid admin registration key')
})

test('without a configured key, every key is refused', () => {
  expect(() => refuseWrongAdminKey('', '')).toThrow('Invalid admin registration key')
})
