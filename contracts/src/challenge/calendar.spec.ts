import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay, formatCalendarDay, nextDayStart, startOfDay } from './calendar.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Chatham',
]

test.each([
  ['UTC', '2026-11-01T09:00:00Z', '2026-11-02T00:00:00Z'],
  ['UTC', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'],
  ['Asia/Kolkata', '2026-11-01T18:29:59.999Z', '2026-11-01T18:30:00Z'],
  // A day of 25 hours, and one of 23 hours that begins at 01:00.
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
])('in %s the next day after %s begins at %s', (zone, now, next) => {
  expect(new Date(nextDayStart(Date.parse(now), zone)).toISOString()).toBe(new Date(next).toISOString())
})

test('in every time zone the date equals the date that Intl formats', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Date.parse('2040-01-01') }),
      fc.constantFrom(...zones),
      (at, timeZone) => {
        const expected = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
        // The second call reads the cached day, at another time of the same date.
        for (const time of [at, at]) expect(formatCalendarDay(calendarDay(time, timeZone))).toBe(expected)
      },
    ),
  )
})

test.each([
  ['Pacific/Kiritimati', '1978-05-04T10:39:59Z', '1978-05-04T10:40:00Z', 1],
  // The clocks go from 00:01 back to 23:01.
  ['America/St_Johns', '2010-11-07T02:30:30Z', '2010-11-07T02:31:00Z', -1],
])('in %s the date changes between %s and %s', (zone, before, after, days) => {
  const dayBefore = calendarDay(Date.parse(before), zone)
  expect(calendarDay(Date.parse(after), zone) - dayBefore).toBe(days)
})

test('a day begins with the first millisecond of its date', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1973, 0, 2), max: Date.parse('2040-01-01') }),
      fc.constantFrom(...zones),
      (at, timeZone) => {
        const start = startOfDay(calendarDay(at, timeZone), timeZone)
        expect(start).toBeLessThanOrEqual(at)
        expect(calendarDay(start, timeZone)).toBe(calendarDay(at, timeZone))
        expect(calendarDay(start - 1, timeZone)).toBeLessThan(calendarDay(at, timeZone))
      },
    ),
  )
})
