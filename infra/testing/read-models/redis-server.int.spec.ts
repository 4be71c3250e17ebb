import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test, vi } from 'vitest'
import { startRedisServer } from './redis-server.ts'

test('what is in the server outlives a kill only if it was written down, and an older dump brings the past back', async () => {
  const redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
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

test('a server that does not answer is not left running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spec-redis-mute-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [mute, pidFile] = [join(folder, 'mute.sh'), join(folder, 'pid')]
  await writeFile(mute, `#!/bin/sh\necho $$ > ${pidFile}\nexec sleep 60\n`, { mode: 0o755 })
  vi.stubEnv('REDIS_SERVER', mute)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startRedisServer({}, 500)).rejects.toThrow('does not answer')
  const pid = Number(await readFile(pidFile, 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
