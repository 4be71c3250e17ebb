import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { knownNetworks } from './known-networks.ts'
import { connectRateLimitRedis } from './redis.ts'

const secret = 's'.repeat(32)

async function connectRedis() {
  const server = await redisOfTest()
  const client = connectRateLimitRedis(server.url, () => undefined)
  onTestFinished(() => client.disconnect())
  while (client.status !== 'ready') await pause(5)
  return { client }
}

test.each([
  ['the memory of a process', async () => ({ client: undefined })] as const,
  ['Redis', connectRedis] as const,
])('a network is known for its account once it was remembered, in %s', async (_, connect) => {
  const { client } = await connect()
  const networks = knownNetworks(secret, client)
  await networks.remember('ana', { ip: '203.0.113.7' })
  await networks.remember('ana', { ip: '2001:db8:1:2::7' })
  const known = ['203.0.113.200', '::ffff:203.0.113.9', '2001:db8:1:2:3::']
  for (const ip of known) expect([ip, await networks.has('ana', { ip })]).toEqual([ip, true])
  for (const ip of ['203.0.114.7', '2001:db8:1:3::7'])
    expect([ip, await networks.has('ana', { ip })]).toEqual([ip, false])
  expect(await networks.has('bob', { ip: '203.0.113.7' })).toBe(false)
  expect(await knownNetworks('t'.repeat(32), client).has('ana', { ip: '203.0.113.7' })).toBe(false)
})

test('nothing that is stored names an account or a network, and all of it expires', async () => {
  const { client } = await connectRedis()
  const networks = knownNetworks(secret, client)
  await networks.remember('ana', { ip: '203.0.113.7' })
  // Another process with the same secret has the same key.
  await knownNetworks(secret, client).remember('ana', { ip: '203.0.113.8' })
  const keys = await client.keys('*')
  expect(keys).toHaveLength(1)
  expect(keys.join()).not.toMatch(/ana|203/)
  expect(await client.ttl(keys[0] ?? '')).toBeGreaterThan(13 * 24 * 3_600)
})
