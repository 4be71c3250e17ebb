import { setTimeout as delay } from 'node:timers/promises'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { deliveryStoreSpec } from '@thirty/infra/testing/webhooks/delivery-store-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisDeliveries } from './redis.ts'

const redis = redisForFile()

const open = () => redisDeliveries(redis().url, () => undefined)

deliveryStoreSpec('Redis', async () => {
  await redis().flush()
  return { store: open(), reopen: open, pass: (milliseconds) => delay(milliseconds) }
})

test('a Redis that does not answer is an outage, which ends with its return', async () => {
  const store = open()
  onTestFinished(() => store.close())
  await store.acquire('a', 10_000)
  await redis().kill()
  await expect(store.nextDue('one', 5)).rejects.toThrow(StoreUnavailable)
  await redis().restart()
  const nextDue = () => store.nextDue('one', 5).then(() => 'available', String)
  await expect.poll(nextDue, { timeout: 8_000 }).toBe('available')
})
