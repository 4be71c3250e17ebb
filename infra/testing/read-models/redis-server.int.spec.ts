import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test, vi } from 'vitest'
import { startRedisServer } from './redis-server.ts'

test('data survives a kill only with an append-only file, and an older dump restores older data', async () => {
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

test('a server that does not respond is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spec-redis-mute-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [unresponsiveScript, pidFile] = [join(folder, 'mute.sh'), join(folder, 'pid')]
  await writeFile(unresponsiveScript, `#!/bin/sh\necho $$ > ${pidFile}\nexec sleep 60\n`, { mode: 0o755 })
  vi.stubEnv('REDIS_SERVER', unresponsiveScript)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startRedisServer({}, 500)).rejects.toThrow('does not answer')
  const pid = Number(await readFile(pidFile, 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
