import { expect, test } from 'vitest'
import { timeZoneAtHour } from './time-zone.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

test.each(hours)('finds a zone in which it is %i o’clock at any time', (hour) => {
  for (const utc of hours) {
    const now = Date.UTC(2027, 2, 28, utc, 59)
    const timeZone = timeZoneAtHour(hour, now)
    const local = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(
      now,
    )
    expect([timeZone, Number(local)]).toEqual([timeZone, hour])
  }
})
