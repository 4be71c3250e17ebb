import { expect, test } from 'vitest'
import { formatRelativeTime } from './format-time.ts'

const now = new Date(2026, 10, 19, 14, 0).getTime()
const formatAge = (ms: number) => formatRelativeTime(now - ms, now)
const minute = 60_000

test('formats a time under a minute in seconds', () => expect(formatAge(8_400)).toBe('8 s ago'))
test('formats a time under an hour in minutes', () => {
  expect(formatAge(minute)).toBe('1 min ago')
  expect(formatAge(59.9 * minute)).toBe('59 min ago')
})
test('formats a time under a day in hours', () => {
  expect(formatAge(60 * minute)).toBe('1 h ago')
  expect(formatAge(23.9 * 60 * minute)).toBe('23 h ago')
})
test('formats an older time as a date', () => expect(formatAge(24 * 60 * minute)).toBe('Nov 18'))
test('adds the year to a date of another year', () =>
  expect(formatAge(365 * 24 * 60 * minute)).toBe('Nov 19, 2025'))
test('treats a time in the future as now', () => expect(formatAge(-5_000)).toBe('just now'))
