import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { seenSessionsSpec } from '@thirty/infra/testing/seen-sessions/seen-sessions-port.ts'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisSeenSessions } from './redis.ts'

const redis = redisForFile()

const open = () => {
  const sessions = redisSeenSessions(redis().url, () => undefined)
  onTestFinished(() => sessions.close())
  return sessions
}
const phone = {
  id: 'phone',
  version: 0,
  issuedAt: 1,
  expiresAt: 604_800_001,
  seenAt: 2,
  browser: 'Firefox',
  system: 'Android',
}

seenSessionsSpec('Redis', async () => {
  await redis().flush()
  return redisSeenSessions(redis().url, () => undefined)
})

test('other processes see the sessions, which expire seven days after one of them was seen', async () => {
  await redis().flush()
  await open().record('ada', phone)
  expect(await open().load('ada')).toEqual([phone])
  const client = new Redis(redis().url)
  onTestFinished(() => client.disconnect())
  const [key = ''] = await client.keys('*sessions:ada')
  expect((await client.ttl(key)) / 86_400).toBeCloseTo(7, 1)
})

test('what another release stored in another form is left out', async () => {
  await redis().flush()
  const client = new Redis(redis().url)
  onTestFinished(() => client.disconnect())
  await open().record('ada', phone)
  const [key = ''] = await client.keys('*sessions:ada')
  await client.hset(key, 'other', '{"device":"Firefox"}')
  expect(await open().load('ada')).toEqual([phone])
})

test('a Redis that does not answer is an outage, which ends with its return', async () => {
  const sessions = open()
  await sessions.record('ada', phone)
  await redis().kill()
  await expect(sessions.load('ada')).rejects.toThrow(StoreUnavailable)
  await redis().restart()
  await expect
    .poll(() => sessions.record('ada', phone).then(() => 'recorded', String), { timeout: 8_000 })
    .toBe('recorded')
})
