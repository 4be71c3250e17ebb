import { expect, test } from 'vitest'
import { fromZonedInput, toZonedInput } from './zoned-time.ts'

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
