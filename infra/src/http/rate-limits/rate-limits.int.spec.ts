import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Request, Response } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { countSuccess, rateLimits, RateLimitExceeded, type RateLimits } from './rate-limits.ts'
import { connectRateLimitRedis } from '../../redis/open-redis.ts'

const secret = 's'.repeat(32)

async function setUp() {
  const server = await redisOfTest()
  const errors: Error[] = []
  const connect = async () => {
    const redis = connectRateLimitRedis(server.url, (error) => errors.push(error))
    onTestFinished(() => redis.disconnect())
    while (redis.status !== 'ready') await pause(5)
    return { redis, limits: rateLimits({ isEnabled: true, redis, secret }) }
  }
  return { server, errors, first: await connect(), second: await connect() }
}

async function attemptsUntilRefused(all: readonly RateLimits[], key: string): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await all[count % all.length]?.consume('sign-in', key)
    } catch (error) {
      if (error instanceof RateLimitExceeded) return count
      throw error
    }
  }
}

test('counts the attempts at all processes together', async () => {
  const { first, second } = await setUp()
  expect(await attemptsUntilRefused([first.limits, second.limits], 'ada')).toBe(10)
  // Time passes at the other process.
  const retryAfterSeconds: unknown = expect.toBeOneOf([898, 899, 900])
  await expect(second.limits.consume('sign-in', 'ada')).rejects.toMatchObject({ retryAfterSeconds })
  await expect(second.limits.consume('sign-in', 'bob')).resolves.toBeUndefined()
})

test('a reset at one process applies to all', async () => {
  const { first, second } = await setUp()
  await attemptsUntilRefused([first.limits], 'ada')
  await second.limits.reset('sign-in', 'ada')
  // Also to the one that has refused: a new password is not refused there for the rest of the quarter of an hour.
  expect(await attemptsUntilRefused([first.limits, second.limits], 'ada')).toBe(10)
})

test('refused requests do not use up the successes of the same address', async () => {
  const { first, second } = await setUp()
  const [request, response] = [{ ip: '192.0.2.1', headers: {} } as Request, {} as Response]
  const refusal = new Refusal('invalid-fields', say('userNotFound'))
  await first.limits.countRefused('sign-up')(refusal, request, response, () => undefined)
  await second.limits.limit('sign-up')(request, response, () => undefined)
  await countSuccess(request)
  expect(await first.redis.keys('*')).toHaveLength(2)
})

test('while Redis is down, each process counts by itself without waiting', async () => {
  const { server, first, second, errors } = await setUp()
  server.pause()
  expect(await attemptsUntilRefused([first.limits], 'ada')).toBe(10)
  await server.kill()
  expect(await attemptsUntilRefused([second.limits], 'ada')).toBe(10)
  await server.restart()
  while (first.redis.status !== 'ready' || second.redis.status !== 'ready') await pause(5)
  expect(await attemptsUntilRefused([first.limits, second.limits], 'bob')).toBe(10)
  expect(errors.length).toBeGreaterThan(0)
})

test('requests wait a second at most for a frozen server', async () => {
  const { server, first, second } = await setUp()
  await first.limits.consume('sign-in', 'ada')
  server.pause()
  const since = performance.now()
  for (let times = 0; times < 8; times += 1) await first.limits.consume('sign-in', 'ada')
  expect(performance.now() - since).toBeLessThan(1_300)
  server.resume()
  while (first.redis.status !== 'ready') await pause(5)
  // Counted by all together again.
  expect(await attemptsUntilRefused([first.limits, second.limits], 'bob')).toBe(10)
})

test('a pause of this process is not one of the server', async () => {
  const { first, second } = await setUp()
  await first.limits.consume('sign-in', 'ada')
  const counted = first.limits.consume('sign-in', 'ada')
  await new Promise(setImmediate)
  // Blocks this process. What arrives meanwhile is read afterwards.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  await counted
  for (let count = 0; count < 8; count += 1) await first.limits.consume('sign-in', 'ada')
  await expect(second.limits.consume('sign-in', 'ada')).rejects.toThrow(RateLimitExceeded)
})

test('nothing that is stored names an account or a network, and all of it expires', async () => {
  const { first, second } = await setUp()
  await first.limits.networks.remember('ana', { ip: '203.0.113.7' })
  // Another process with the same secret has the same key.
  await second.limits.networks.remember('ana', { ip: '203.0.113.8' })
  const keys = await first.redis.keys('*')
  expect(keys).toHaveLength(1)
  expect(keys.join()).not.toMatch(/ana|203/)
  expect(await first.redis.ttl(keys[0] ?? '')).toBeGreaterThan(13 * 24 * 3_600)
  const other = rateLimits({ isEnabled: true, redis: first.redis, secret: 't'.repeat(32) })
  const known = [first.limits, other].map(({ networks }) => networks.has('ana', { ip: '203.0.113.9' }))
  expect(await Promise.all(known)).toEqual([true, false])
})
