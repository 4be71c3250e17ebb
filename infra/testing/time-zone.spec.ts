import { expect, test } from 'vitest'
import { timeZoneAtHour } from './time-zone.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

test.each(hours)('it is %i in a zone, whatever the hour is elsewhere', (hour) => {
  for (const utc of hours) {
    const now = Date.UTC(2027, 2, 28, utc, 59)
    const timeZone = timeZoneAtHour(hour, now)
    const there = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(
      now,
    )
    expect([timeZone, Number(there)]).toEqual([timeZone, hour])
  }
})
