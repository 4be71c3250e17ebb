import { onTestFinished, expect, test } from 'vitest'
import { startRedis } from './spec-redis.ts'

test('what is in the server outlives a kill only if it was written down, and an older dump brings the past back', async () => {
  const redis = await startRedis({ appendonly: 'yes', appendfsync: 'always' })
  onTestFinished(() => redis.close())
  const pid = redis.pid()
  await redis.send('SET', 'a', '1')
  const dump = await redis.dump()
  await redis.send('INCR', 'a')
  await redis.kill()
  await redis.restart()
  expect(redis.pid()).not.toBe(pid)
  expect(await redis.send('INCR', 'a')).toBe(':3')
  await redis.restart(dump)
  expect(await redis.send('INCR', 'a')).toBe(':2')
  await redis.flush()
  expect(await redis.send('EXISTS', 'a')).toBe(':0')
})
