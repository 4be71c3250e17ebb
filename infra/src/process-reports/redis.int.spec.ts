import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisProcessReports } from './redis.ts'

const redis = redisForFile()

const open = () => {
  const reports = redisProcessReports(redis().url, () => undefined)
  onTestFinished(() => reports.close())
  return reports
}

test('processes see the last report of each other until it is removed', async () => {
  const [one, other] = [open(), open()]
  await one.publish('one', { sockets: 1 })
  await one.publish('one', { sockets: 2 })
  await other.publish('other', { sockets: 3 })
  const found = await other.list()
  expect(found.map(({ report }) => report)).toEqual(expect.arrayContaining([{ sockets: 2 }, { sockets: 3 }]))
  expect(found).toHaveLength(2)
  for (const { ageSeconds } of found) expect(ageSeconds).toBeLessThan(5)
  await one.remove('one')
  expect((await other.list()).map(({ report }) => report)).toEqual([{ sockets: 3 }])
})

test('the age is the time since the report, which is forgotten when it has expired', async () => {
  const client = new Redis(redis().url)
  onTestFinished(() => client.disconnect())
  const reports = open()
  await reports.publish('old', { sockets: 4 })
  const [key = ''] = await client.keys('*process:old')
  await client.expire(key, 540)
  const old = (await reports.list()).find(({ report }) => JSON.stringify(report) === '{"sockets":4}')
  expect(Math.round(old?.ageSeconds ?? 0)).toBe(60)
  await client.del(key)
  await reports.list()
  const [idsKey = ''] = await client.keys('*processes')
  expect(await client.sismember(idsKey, 'old')).toBe(0)
})

test('a Redis that does not answer is an outage', async () => {
  const reports = open()
  await reports.publish('one', {})
  await redis().kill()
  await expect(reports.list()).rejects.toThrow(StoreUnavailable)
  await redis().restart()
})
