import { expect, test } from 'vitest'
import { limitMessage, otherReasons } from './limits.ts'

test.each([
  [1, 'Try again in 1 second.'],
  [59, 'Try again in 59 seconds.'],
  [60, 'Try again in 1 minute.'],
  [61, 'Try again in 2 minutes.'],
  [59 * 60, 'Try again in 59 minutes.'],
  [59 * 60 + 1, 'Try again in 1 hour.'],
  [3600, 'Try again in 1 hour.'],
  [3601, 'Try again in 2 hours.'],
  [24 * 3600, 'Try again in 24 hours.'],
])('a wait of %i seconds reads as a person would say it, and is never too short', (seconds, message) => {
  expect(limitMessage(otherReasons.ownSockets, seconds).message).toBe(
    `You have this site open in too many windows. ${message}`,
  )
})
