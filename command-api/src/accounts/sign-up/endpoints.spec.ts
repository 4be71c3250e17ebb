import { expect, test } from 'vitest'
import { refuseWrongAdminKey } from './endpoints.ts'

const right = 'a key of at least thirty-two characters'
const wrong = 'Invalid admin registration key'

test.for(['', 'undefined', right.slice(1), `${right} `])('%j is refused', (given) => {
  refuseWrongAdminKey(right, right)
  expect(() => refuseWrongAdminKey(given, right)).toThrow(wrong)
})

test('without a configured key, every key is refused', () => {
  expect(() => refuseWrongAdminKey('', '')).toThrow(wrong)
})
