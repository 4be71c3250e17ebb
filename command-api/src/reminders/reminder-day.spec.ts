import { expect, test } from 'vitest'
import { dayToRemindOf, reminderWindowAt } from './reminders.ts'

const at = (text: string): number => Date.parse(text)
const iso = (time: number): string => new Date(time).toISOString()
const hours = (from: number, to: number): number => (to - from) / 3_600_000

test.for([
  ['UTC', '2026-03-02T12:00:00Z', '2026-03-02', '2026-03-02T22:00:00.000Z'],
  ['UTC', '2026-03-02T23:59:59.999Z', '2026-03-02', '2026-03-02T22:00:00.000Z'],
  ['UTC', '2026-03-03T00:00:00Z', '2026-03-03', '2026-03-03T22:00:00.000Z'],
  ['Europe/Berlin', '2026-03-02T23:30:00Z', '2026-03-03', '2026-03-03T21:00:00.000Z'],
  ['America/New_York', '2026-03-03T04:00:00Z', '2026-03-02', '2026-03-03T03:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-02T12:00:00Z', '2026-03-02', '2026-03-02T16:15:00.000Z'],
] as const)('in %s, at %s, the reminders of %s are due at %s', ([zone, now, date, from]) => {
  const due = reminderWindowAt(at(now), zone)
  expect([due.date, iso(due.from)]).toEqual([date, from])
})

test.for([
  // The clocks go forward at 2:00, or back at 3:00.
  ['Europe/Berlin', '2026-03-29T10:00:00Z', 23, '2026-03-29T20:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T10:00:00Z', 25, '2026-10-25T21:00:00.000Z'],
  // Here the clocks change at midnight, so the day starts an hour later.
  ['America/Santiago', '2026-09-05T18:00:00Z', 24, '2026-09-06T02:00:00.000Z'],
  ['America/Santiago', '2026-09-06T18:00:00Z', 23, '2026-09-07T01:00:00.000Z'],
] as const)(
  'in %s, at %s, the day has %i hours, and its reminders are due at %s',
  ([zone, noon, length, from]) => {
    const due = reminderWindowAt(at(noon), zone)
    const before = reminderWindowAt(at(noon) - 86_400_000, zone)
    expect(hours(before.end, due.end)).toBe(length)
    expect([iso(due.from), hours(due.from, due.end)]).toEqual([from, 2])
  },
)

const due = reminderWindowAt(at('2026-03-05T12:00:00Z'), 'UTC')

const dayOf = (
  startsAt: number | undefined,
  { endsAt, now = due.from }: { endsAt?: number; now?: number } = {},
) => dayToRemindOf({ startsAt, endsAt }, due, { now, timeZone: 'UTC' })

test('the reminder is for the current challenge day', () => {
  expect(dayOf(at('2026-03-02T08:00:00Z'))).toBe(4)
  expect(dayOf(at('2026-03-05T08:00:00Z'))).toBe(1)
  expect(dayOf(at('2026-02-04T23:00:00Z'))).toBe(30)
})

test('no reminders once the challenge has ended, also during the window', () => {
  const startsAt = at('2026-03-02T08:00:00Z')
  const endsAt = due.from + 1
  expect(dayOf(startsAt, { endsAt })).toBe(4)
  expect(dayOf(startsAt, { endsAt, now: endsAt })).toBeUndefined()
})

test('no reminders before the start, right after a late start, or after day 30', () => {
  for (const startsAt of [undefined, at('2026-03-06T08:00:00Z'), due.from + 1, at('2026-02-03T08:00:00Z')])
    expect(dayOf(startsAt)).toBeUndefined()
})
