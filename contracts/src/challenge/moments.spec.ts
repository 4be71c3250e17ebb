import { expect, test } from 'vitest'
import { challengeDay, challengeEnd } from './challenge-day.ts'
import { isPossibleMoment, parseMoment } from './moments.ts'

test.each(['1970-01-01T00:00:00.000Z', '2026-03-01T09:00:00.000Z', '2999-12-31T23:59:59.999Z'])(
  'a challenge can start at %s',
  (at) => {
    expect(isPossibleMoment(at)).toBe(true)
    expect(new Date(parseMoment(at)).toISOString()).toBe(at)
  },
)

test.each([
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59-14:00',
  '3000-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  'soon',
])('no challenge can start at %s, and one of an old log has an end and days', (at) => {
  expect(isPossibleMoment(at)).toBe(false)
  const startsAt = parseMoment(at)
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const end = challengeEnd({ startsAt, endsAt: undefined }, timeZone)
    expect(new Date(Number(end)).toISOString()).toMatch(/^\d{4}-/)
    expect(challengeDay(startsAt, Date.UTC(2026, 0), timeZone)).toBeGreaterThanOrEqual(1)
  }
})
