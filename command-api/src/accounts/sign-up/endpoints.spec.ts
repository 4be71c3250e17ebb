import { expect, test } from 'vitest'
import { refuseWrongAdminKey } from './endpoints.ts'

const right = 'a key of at least thirty-two characters'

test('the right key passes', () => {
  refuseWrongAdminKey(right, right)
})

test.for(['', 'undefined', right.slice(1), `${right} `])('%j is a wrong key', (given) => {
  expect(() => refuseWrongAdminKey(given, right)).toThrow('Invalid admin registration key')
})

test('where no key is set, none is right', () => {
  expect(() => refuseWrongAdminKey('', '')).toThrow('Invalid admin registration key')
})
