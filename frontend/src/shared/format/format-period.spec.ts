import { expect, test } from 'vitest'
import { formatPeriod } from './format-period.ts'

test.each([
  ['within a year', '2025-11-02T00:00:00.000Z', '2025-12-01T18:00:00.000Z', 'UTC', 'Nov 2 to Dec 1, 2025'],
  [
    'an end at midnight',
    '2025-11-02T00:00:00.000Z',
    '2025-12-09T00:00:00.000Z',
    'UTC',
    'Nov 2 to Dec 8, 2025',
  ],
  [
    'over New Year',
    '2025-12-20T09:00:00.000Z',
    '2026-01-25T23:00:00.000Z',
    'Europe/Berlin',
    'Dec 20, 2025 to Jan 25, 2026',
  ],
  [
    'in the time zone of the challenge',
    '2025-11-01T22:00:00.000Z',
    '2025-12-01T12:00:00.000Z',
    'Asia/Tokyo',
    'Nov 2 to Dec 1, 2025',
  ],
])('formats a period: %s', (_, start, end, timeZone, expected) => {
  expect(formatPeriod({ start, end }, timeZone)).toBe(expected)
})
