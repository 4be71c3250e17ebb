import { expect, test } from 'vitest'
import { rateLimits, RateLimitExceeded } from './rate-limits.ts'

async function countOf(take: () => Promise<void>): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await take()
    } catch (problem) {
      if (problem instanceof RateLimitExceeded) return count
      throw problem
    }
  }
}

test('tries are counted under each key by itself, and each limit by itself', async () => {
  const { consume: take } = rateLimits({ isEnabled: true })
  expect(await countOf(() => take('sign-in', 'ada'))).toBe(10)
  expect(await countOf(() => take('sign-in', 'bob'))).toBe(10)
  expect(await countOf(() => take('forgot-password', 'ada'))).toBe(5)
})

test('a refusal says when to come back, in seconds', async () => {
  const { consume: take } = rateLimits({ isEnabled: true })
  await countOf(() => take('sign-in', 'ada'))
  const problem: unknown = await take('sign-in', 'ada').catch((error: unknown) => error)
  expect(problem).toMatchObject({ code: 'too-many', retryAfterSeconds: 900 })
})

test('what is forgiven is not counted any more', async () => {
  const { consume: take, reset: forgive } = rateLimits({ isEnabled: true })
  await countOf(() => take('sign-in', 'ada'))
  await forgive('sign-in', 'ada')
  expect(await countOf(() => take('sign-in', 'ada'))).toBe(10)
})

test('for load tests limits can be off', async () => {
  const { consume: take } = rateLimits({ isEnabled: false })
  for (let count = 0; count < 100; count++) await take('admin-key-all', 'all')
  expect(rateLimits({ isEnabled: false })).toBeDefined()
})
