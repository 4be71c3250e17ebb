import { expect, test } from 'vitest'
import { rateLimits, RateLimitExceeded } from './rate-limits.ts'

async function attemptsUntilRefused(attempt: () => Promise<void>): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await attempt()
    } catch (error) {
      if (error instanceof RateLimitExceeded) return count
      throw error
    }
  }
}

test('counts each key and each limit separately', async () => {
  const { consume } = rateLimits({ isEnabled: true })
  expect(await attemptsUntilRefused(() => consume('sign-in', 'ada'))).toBe(10)
  expect(await attemptsUntilRefused(() => consume('sign-in', 'bob'))).toBe(10)
  expect(await attemptsUntilRefused(() => consume('forgot-password', 'ada'))).toBe(5)
})

test('a refusal says after how many seconds to retry', async () => {
  const { consume } = rateLimits({ isEnabled: true })
  await attemptsUntilRefused(() => consume('sign-in', 'ada'))
  const refusal: unknown = await consume('sign-in', 'ada').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'too-many', retryAfterSeconds: 900 })
})

test('starts again at zero after a reset', async () => {
  const { consume, reset } = rateLimits({ isEnabled: true })
  await attemptsUntilRefused(() => consume('sign-in', 'ada'))
  await reset('sign-in', 'ada')
  expect(await attemptsUntilRefused(() => consume('sign-in', 'ada'))).toBe(10)
})

test('an attempt that was taken back does not count', async () => {
  const { consume, refund } = rateLimits({ isEnabled: true })
  for (let count = 0; count < 100; count++) {
    await consume('sign-in', 'ada')
    await refund('sign-in', 'ada')
  }
  expect(await attemptsUntilRefused(() => consume('sign-in', 'ada'))).toBe(10)
})

test('refuses nothing when limits are off for a load test', async () => {
  const { consume } = rateLimits({ isEnabled: false })
  for (let count = 0; count < 100; count++) await consume('admin-key-all', 'all')
  expect(rateLimits({ isEnabled: false })).toBeDefined()
})
