import { expect, test } from 'vitest'
import {
  formatChallengeEnd,
  formatChallengeStart,
  formatChallengeTime,
  formatPeriod,
  formatRelativeTime,
  fromZonedInput,
  toZonedInput,
} from './time.tsx'

const afternoon = new Date(2026, 10, 19, 14, 0).getTime()
const formatAge = (ms: number) => formatRelativeTime(afternoon - ms, afternoon)
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

test('the year is named if it is another one, the time zone if it is not the zone of the browser', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const noon = new Date(2027, 0, 3, 12).toISOString()
  expect(formatChallengeEnd(noon, own, now).when).toBe('on Jan 3, 2027 at 12:00 PM')
})

test('a start and a past time have the year if another one has begun since, in the time zone of the challenge', () => {
  const [before, newYear] = ['2026-12-31T22:30:00.000Z', Date.parse('2026-12-31T23:30:00Z')]
  expect(formatChallengeTime(before, 'Europe/Berlin', newYear)).toBe(
    'Dec 31, 2026 at 11:30 PM (Europe/Berlin)',
  )
  expect(formatChallengeTime(before, 'UTC', newYear)).toContain('Dec 31 at 10:30 PM')
  expect(formatChallengeStart(before, 'Europe/Berlin', now)).toBe('on Dec 31 at 11:30 PM (Europe/Berlin)')
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

test.each([
  ['UTC', '2026-12-07T18:00', '2026-12-07T18:00:00.000Z'],
  ['Europe/Berlin', '2026-12-07T18:00', '2026-12-07T17:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-07T00:00', '2026-12-06T18:15:00.000Z'],
  // The hours right before and after a change of the clocks.
  ['Europe/Berlin', '2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
  ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
])('in %s, %s is %s', (timeZone, value, at) => {
  expect(new Date(fromZonedInput(value, timeZone) ?? NaN).toISOString()).toBe(at)
  expect(toZonedInput(Date.parse(at), timeZone)).toBe(value)
})

test('an incomplete value is not a time', () => {
  expect(fromZonedInput('', 'UTC')).toBeUndefined()
})
