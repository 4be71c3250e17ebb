import { expect, test } from 'vitest'
import { indexAfterKey } from './combo-box.tsx'

test.each([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 29, 29],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 0],
  // Without an active option, down starts at the first and up at the last option.
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 29],
  ['Home', 3, 0],
  ['End', 0, 29],
  ['PageDown', 4, 12],
  ['PageDown', 28, 29],
  ['PageUp', 12, 4],
  ['PageUp', 4, 0],
  ['x', 0, undefined],
])('%s from option %i of thirty goes to %s', (key, active, next) => {
  expect(indexAfterKey(key, 30, active)).toBe(next)
})
