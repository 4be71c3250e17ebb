import { expect, test } from 'vitest'
import { formatRelativeTime } from './format-time.ts'

const now = new Date(2026, 10, 19, 14, 0).getTime()
const before = (ms: number) => formatRelativeTime(now - ms, now)
const minute = 60_000

test('under a minute counts seconds', () => expect(before(8_400)).toBe('8 s'))
test('under an hour counts minutes', () => {
  expect(before(minute)).toBe('1 min ago')
  expect(before(59.9 * minute)).toBe('59 min ago')
})
test('under a day counts hours', () => {
  expect(before(60 * minute)).toBe('1 h ago')
  expect(before(23.9 * 60 * minute)).toBe('23 h ago')
})
test('from a day on it is a date', () => expect(before(24 * 60 * minute)).toBe('Nov 18'))
test('a date of another year says so', () => expect(before(365 * 24 * 60 * minute)).toBe('Nov 19, 2025'))
test('a clock that runs ahead of ours is now', () => expect(before(-5_000)).toBe('0 s'))
