import { expect, test } from 'vitest'
import { isAfter, isOtherEpoch } from './position.ts'

test('positions are compared as numbers, however long they are', () => {
  expect(isAfter({ position: '100' }, { position: '99' })).toBe(true)
  expect(isAfter({ position: '18446744073709551615' }, { position: '18446744073709551614' })).toBe(true)
  expect(isAfter({ position: '5' }, { position: '5' })).toBe(false)
})

test('positions of different epochs are not compared, and a server without epochs has no other one', () => {
  const [older, newer] = [
    { position: '100', epoch: 'e1' },
    { position: '50', epoch: 'e2' },
  ]
  expect([isAfter(older, newer), isAfter(newer, older), isOtherEpoch(newer, older)]).toEqual([
    false,
    false,
    true,
  ])
  expect(isOtherEpoch({ position: '101', epoch: 'e1' }, older)).toBe(false)
  expect(isOtherEpoch({ position: '101' }, older)).toBe(false)
  expect(isAfter({ position: '101' }, older)).toBe(true)
})
