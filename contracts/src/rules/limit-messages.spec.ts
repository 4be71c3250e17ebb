import { expect, test } from 'vitest'
import { limitMessage } from './limit-messages.ts'

test.each([
  [1, 'Full. Try again in 1 second.'],
  [59, 'Full. Try again in 59 seconds.'],
  [60, 'Full. Try again in 1 minute.'],
  [61, 'Full. Try again in 2 minutes.'],
  [59 * 60, 'Full. Try again in 59 minutes.'],
  [59 * 60 + 1, 'Full. Try again in 1 hour.'],
  [3600, 'Full. Try again in 1 hour.'],
  [3601, 'Full. Try again in 2 hours.'],
  [24 * 3600, 'Full. Try again in 24 hours.'],
])('a wait of %i seconds is told as a person would, and never too short', (seconds, message) => {
  expect(limitMessage('Full.', seconds)).toBe(message)
})
