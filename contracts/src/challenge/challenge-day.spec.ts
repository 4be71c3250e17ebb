import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay } from './calendar.ts'
import { challengeDay, challengeEnd, hasEnded, isDayOpen, progress, totalDays } from './challenge-day.ts'

const start = Date.parse('2026-11-01T09:00:00Z')
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Pacific/Chatham']

test.each([undefined, start + 1])('before the start (%s) it is day 1 and every day is open', (startsAt) => {
  expect(challengeDay(startsAt, start, 'UTC')).toBe(1)
  expect(isDayOpen(30, startsAt, start, 'UTC')).toBe(true)
})

test('the day changes at midnight of the time zone, not 24 hours after the start', () => {
  expect(challengeDay(start, Date.parse('2026-11-01T23:59:59Z'), 'UTC')).toBe(1)
  expect(challengeDay(start, Date.parse('2026-11-02T00:00:00Z'), 'UTC')).toBe(2)
  expect(challengeDay(start, Date.parse('2026-11-01T23:00:00Z'), 'Europe/Berlin')).toBe(2)
})

test('daylight saving time neither skips nor repeats a day', () => {
  const startsAt = Date.parse('2026-10-20T12:00:00Z')
  for (let day = 0; day < totalDays; day += 1)
    expect(challengeDay(startsAt, startsAt + day * 86_400_000, 'America/New_York')).toBe(day + 1)
})

test('the day never decreases and stays between 1 and 30', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 0, max: 5e9 }),
      fc.integer({ min: 0, max: 5e9 }),
      fc.constantFrom(...zones),
      (startsAt, elapsed, further, zone) => {
        const day = challengeDay(startsAt, startsAt + elapsed, zone)
        expect(day).toBeGreaterThanOrEqual(1)
        expect(day).toBeLessThanOrEqual(totalDays)
        expect(challengeDay(startsAt, startsAt + elapsed + further, zone)).toBeGreaterThanOrEqual(day)
      },
    ),
  )
})

const iso = (at: number | undefined) => (at === undefined ? at : new Date(at).toISOString())

test.each([
  ['UTC', '2026-11-01T00:00:00Z', '2026-12-08T00:00:00.000Z'],
  ['UTC', '2026-11-01T23:59:59Z', '2026-12-08T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-01T09:00:00Z', '2026-12-07T18:30:00.000Z'],
  // Summer time ends within the challenge.
  ['Europe/Berlin', '2026-10-01T09:00:00Z', '2026-11-06T23:00:00.000Z'],
])('in %s a challenge that starts at %s ends at %s, seven whole days after day 30', (zone, startsAt, end) => {
  const period = { startsAt: Date.parse(startsAt), endsAt: undefined }
  const lastMoment = Date.parse(end) - 1
  expect(iso(challengeEnd(period, zone))).toBe(end)
  expect(calendarDay(lastMoment, zone) - calendarDay(period.startsAt, zone) + 1).toBe(totalDays + 7)
  expect(hasEnded(period, lastMoment, zone)).toBe(false)
  expect(hasEnded(period, Date.parse(end), zone)).toBe(true)
})

test('the end that an admin has set replaces the default, and a challenge that was not started has none', () => {
  const endsAt = Date.parse('2026-11-20T18:00:00Z')
  for (const startsAt of [start, undefined]) {
    expect(challengeEnd({ startsAt, endsAt }, 'UTC')).toBe(endsAt)
    expect(hasEnded({ startsAt, endsAt }, endsAt - 1, 'UTC')).toBe(false)
    expect(hasEnded({ startsAt, endsAt }, endsAt, 'UTC')).toBe(true)
  }
  expect(challengeEnd({ startsAt: undefined, endsAt: undefined }, 'UTC')).toBeUndefined()
  expect(hasEnded({ startsAt: undefined, endsAt: undefined }, start, 'UTC')).toBe(false)
})

test.each([
  ['on day 19', 19, false, { completed: 18, remaining: 12, percent: 60, weeks: 2 }],
  ['on day 1', 1, false, { completed: 0, remaining: 30, percent: 0, weeks: 0 }],
  ['after the end', 30, true, { completed: 30, remaining: 0, percent: 100, weeks: 4 }],
  ['after an end on day 12', 12, true, { completed: 12, remaining: 0, percent: 40, weeks: 1 }],
])('%s the progress counts completed days', (_, day, isOver, expected) => {
  expect(progress(day, isOver)).toEqual(expected)
})
