import { expect, test } from 'vitest'
import { maxSingleMarks, nothingRead, withSingle } from './read-mark.ts'

test('the mark rises to the earliest single one when there are too many', () => {
  const positions = Array.from({ length: maxSingleMarks }, (_, index) => String(2 * index + 10))
  const full = withSingle(nothingRead, positions)
  expect(full.upTo).toBe('-1')
  expect(withSingle(full, ['9999'])).toEqual({ upTo: '10', single: [...positions.slice(1), '9999'] })
})
