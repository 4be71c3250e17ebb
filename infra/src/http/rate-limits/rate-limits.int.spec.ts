import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { connectRateLimitRedis, rateLimits, RateLimitExceeded, type RateLimits } from './rate-limits.ts'

async function setUp() {
  const server = await startRedisServer()
  const troubles: Error[] = []
  const open = async () => {
    const redis = connectRateLimitRedis(server.url, (error) => troubles.push(error))
    onTestFinished(() => redis.disconnect())
    while (redis.status !== 'ready') await pause(5)
    return { redis, limits: rateLimits({ isEnabled: true, redis }) }
  }
  onTestFinished(server.close)
  return { server, troubles, one: await open(), other: await open() }
}

async function countOf(all: readonly RateLimits[], key: string): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await all[count % all.length]?.consume('sign-in', key)
    } catch (problem) {
      if (problem instanceof RateLimitExceeded) return count
      throw problem
    }
  }
}

test('tries at several processes are counted together', async () => {
  const { one, other } = await setUp()
  expect(await countOf([one.limits, other.limits], 'ada')).toBe(10)
  await expect(other.limits.consume('sign-in', 'ada')).rejects.toMatchObject({ retryAfterSeconds: 900 })
  await expect(other.limits.consume('sign-in', 'bob')).resolves.toBeUndefined()
})

test('what one process forgives, all have forgiven', async () => {
  const { one, other } = await setUp()
  await countOf([one.limits], 'ada')
  await other.limits.reset('sign-in', 'ada')
  // The process that refused remembers that for its own speed; another one asks.
  expect(await countOf([other.limits], 'ada')).toBe(10)
})

test('while Redis is away each process counts for itself, and nobody waits for it', async () => {
  const { server, one, other, troubles } = await setUp()
  server.pause()
  expect(await countOf([one.limits], 'ada')).toBe(10)
  await server.kill()
  expect(await countOf([other.limits], 'ada')).toBe(10)
  await server.restart()
  while (one.redis.status !== 'ready' || other.redis.status !== 'ready') await pause(5)
  expect(await countOf([one.limits, other.limits], 'bob')).toBe(10)
  expect(troubles.length).toBeGreaterThan(0)
})
