import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay, challengeDay, isDayOpen, nextDayStart, progress, totalDays } from './challenge-day.ts'

const at = (text: string) => Date.parse(text)
const start = at('2026-11-01T09:00:00Z')
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Pacific/Chatham']

test('a challenge that has not started is at day 1 with every day open', () => {
  expect(challengeDay(undefined, start, 'UTC')).toBe(1)
  expect(isDayOpen(30, undefined, start, 'UTC')).toBe(true)
  expect(challengeDay(start, start - 1, 'UTC')).toBe(1)
  expect(isDayOpen(30, start, start - 1, 'UTC')).toBe(true)
})

test('the day changes at midnight of the time zone, not 24 hours after the start', () => {
  expect(challengeDay(start, at('2026-11-01T23:59:59Z'), 'UTC')).toBe(1)
  expect(challengeDay(start, at('2026-11-02T00:00:00Z'), 'UTC')).toBe(2)
  expect(challengeDay(start, at('2026-11-01T23:00:00Z'), 'Europe/Berlin')).toBe(2)
})

test('the day stops at 30', () => {
  expect(challengeDay(start, at('2027-06-01T00:00:00Z'), 'UTC')).toBe(30)
})

test('earlier days stay open, later days are closed', () => {
  const now = at('2026-11-05T12:00:00Z')
  expect(isDayOpen(1, start, now, 'UTC')).toBe(true)
  expect(isDayOpen(5, start, now, 'UTC')).toBe(true)
  expect(isDayOpen(6, start, now, 'UTC')).toBe(false)
})

test('clock changes of summer time neither skip nor repeat a day', () => {
  const before = at('2026-10-20T12:00:00Z')
  for (let day = 0; day < totalDays; day += 1)
    expect(challengeDay(before, before + day * 86_400_000, 'America/New_York')).toBe(day + 1)
})

test.each([
  ['UTC', '2026-11-01T09:00:00Z', '2026-11-02T00:00:00Z'],
  ['UTC', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'],
  ['Asia/Kolkata', '2026-11-01T18:29:59.999Z', '2026-11-01T18:30:00Z'],
  // A day of 25 hours, and one of 23 that begins an hour late.
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
])('in %s the day after %s begins at %s', (zone, now, next) => {
  expect(new Date(nextDayStart(at(now), zone)).toISOString()).toBe(new Date(next).toISOString())
})

test('the day never runs back and stays between 1 and 30', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 0, max: 5e9 }),
      fc.integer({ min: 0, max: 5e9 }),
      fc.constantFrom(...zones),
      (startsAt, sooner, more, zone) => {
        const day = challengeDay(startsAt, startsAt + sooner, zone)
        expect(day).toBeGreaterThanOrEqual(1)
        expect(day).toBeLessThanOrEqual(totalDays)
        expect(challengeDay(startsAt, startsAt + sooner + more, zone)).toBeGreaterThanOrEqual(day)
      },
    ),
  )
})

test('the calendar day of a zone is its own date', () => {
  expect(calendarDay(at('2026-03-01T23:30:00Z'), 'UTC')).toBe(calendarDay(at('2026-03-01T00:00:00Z'), 'UTC'))
  expect(calendarDay(at('2026-03-01T23:30:00Z'), 'Europe/Berlin')).toBe(
    calendarDay(at('2026-03-02T12:00:00Z'), 'UTC'),
  )
})

test('progress on day 19 is 18 done, 12 to go, 60 percent', () => {
  expect(progress(19)).toEqual({ completed: 18, remaining: 12, percent: 60, weeks: 2 })
  expect(progress(1)).toEqual({ completed: 0, remaining: 30, percent: 0, weeks: 0 })
})
