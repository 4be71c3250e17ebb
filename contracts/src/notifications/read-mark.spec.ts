import { expect, test } from 'vitest'
import { isRead, maxSingleMarks, nothingRead, withReadUpTo, withSingle } from './read-mark.ts'

test('a single notification is read, those beside it are not', () => {
  const mark = withSingle(nothingRead, ['9'])
  expect(['8', '9', '10'].map((position) => isRead(mark, position))).toEqual([false, true, false])
})

test('single ones are in order, each once, and those up to the mark are left out', () => {
  const mark = withSingle(withSingle({ upTo: '5' }, ['30', '4', '9']), ['9', '100', '7'])
  expect(mark).toEqual({ upTo: '5', single: ['7', '9', '30', '100'] })
  expect(withReadUpTo(mark, '9')).toEqual({ upTo: '9', single: ['30', '100'] })
  expect(withReadUpTo(mark, '100')).toEqual({ upTo: '100' })
})

test('a notification that is already read changes nothing', () => {
  const mark = { upTo: '5', single: ['9'] }
  expect(withSingle(mark, ['3', '9'])).toBe(mark)
  expect(withReadUpTo(mark, '5')).toBe(mark)
})

test('the mark rises to the earliest single one when there are too many', () => {
  const positions = Array.from({ length: maxSingleMarks }, (_, index) => String(2 * index + 10))
  const full = withSingle(nothingRead, positions)
  expect(full.upTo).toBe('-1')
  expect(withSingle(full, ['9999'])).toEqual({ upTo: '10', single: [...positions.slice(1), '9999'] })
})
