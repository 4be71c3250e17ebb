import { expect, test } from 'vitest'
import { formatChallengeEnd, formatPeriod } from './format-challenge-time.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

test('an end at midnight is the end of the day before, in the time zone of the challenge', () => {
  expect(formatChallengeEnd('2026-12-07T23:00:00.000Z', 'Europe/Berlin', now)).toEqual({
    when: 'on Dec 7 at midnight (Europe/Berlin)',
    until: 'midnight on Dec 7 (Europe/Berlin)',
  })
})

test('any other end is a date and a time', () => {
  expect(formatChallengeEnd('2026-12-07T17:30:00.000Z', 'Europe/Berlin', now)).toEqual({
    when: 'on Dec 7 at 6:30 PM (Europe/Berlin)',
    until: 'Dec 7 at 6:30 PM (Europe/Berlin)',
  })
})

test('the year is named if it is another one, the time zone if it is not that of the browser', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const noon = new Date(2027, 0, 3, 12).toISOString()
  expect(formatChallengeEnd(noon, own, now).when).toBe('on Jan 3, 2027 at 12:00 PM')
})

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
