import type { Request, Response } from 'express'
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

/** Sends a request through the limit `query`; `user` is the id of who is signed in. */
const query = (limits: ReturnType<typeof rateLimits>, ip: string, user?: string) =>
  limits.limit('query')(
    // Safe: the limit reads the address and the caller alone.
    { ip, ...(user !== undefined && { user: { id: user } }) } as unknown as Request,
    {} as Response,
    () => undefined,
  ) as Promise<void>

test('visitors at one address share a higher limit than one user, without using up that of users there', async () => {
  const limits = rateLimits({ isEnabled: true })
  expect(await attemptsUntilRefused(() => query(limits, '192.0.2.1'))).toBe(3_000)
  await expect(query(limits, '192.0.2.1')).rejects.toMatchObject({
    message: 'Many people are using this site from your network. Try again in 1 minute.',
  })
  expect(await attemptsUntilRefused(() => query(limits, '192.0.2.1', 'ada'))).toBe(600)
  await expect(query(limits, '192.0.2.1', 'ada')).rejects.toMatchObject({
    message: "You're doing this too often. Try again in 1 minute.",
  })
  await query(limits, '192.0.2.2')
})

test('visitors at an event have no limit, and users there have theirs', async () => {
  const limits = rateLimits({ isEnabled: true, isAtEvent: async (address) => address === '192.0.2.1' })
  for (let count = 0; count < 3_100; count += 1) await query(limits, '192.0.2.1')
  expect(await attemptsUntilRefused(() => query(limits, '192.0.2.1', 'ada'))).toBe(600)
})
