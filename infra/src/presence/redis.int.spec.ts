import { setTimeout as delay } from 'node:timers/promises'
import { presenceSpec } from '@thirty/infra/testing/presence/presence-port.ts'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisPresence } from './redis.ts'

const redis = redisForFile()

const open = () => {
  const presence = redisPresence(redis().url, () => undefined)
  onTestFinished(() => presence.close())
  return presence
}
const place = { user: 'ada', session: 'session-1', tab: 'tab-1' }

presenceSpec(
  'Redis',
  async () => {
    await redis().flush()
    return redisPresence(redis().url, () => undefined)
  },
  delay,
)

test('other processes see the visits, without visits that another release stored in another form', async () => {
  await redis().flush()
  await open().enter(place, 'p1', 60_000)
  const client = new Redis(redis().url)
  onTestFinished(() => client.disconnect())
  const [key = ''] = await client.keys('*presence:visits')
  await client.hset(key, 'other', '{"project":"p2"}')
  expect((await open().all()).visits).toMatchObject([{ user: 'ada', subject: 'p1' }])
})

test('a Redis that does not answer is an outage', async () => {
  const presence = open()
  await presence.all()
  await redis().kill()
  await expect(presence.all()).rejects.toThrow(StoreUnavailable)
  await redis().restart()
})
