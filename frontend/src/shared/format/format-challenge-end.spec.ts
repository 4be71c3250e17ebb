import { expect, test } from 'vitest'
import { formatChallengeEnd } from './format-challenge-end.ts'

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
