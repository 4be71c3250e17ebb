import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCluster, type ClusterSettings } from '../e2e/support/cluster.ts'
import { program, runToEnd } from '../e2e/support/program.ts'

// Processes are started and ended here, and engines waited for.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const secret = '9f86d081884c7d659a2feaa0c55ad015'

/** Starts the product with these settings; answers how it ended. */
async function startWith(env: Record<string, string>, ...words: string[]) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'thirty-start-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const PATH = process.env['PATH']
  return runToEnd(['main.ts', ...words], { PATH, DATA_DIR, PORT: '0', ...env })
}

const clusterOf = async (settings: ClusterSettings) => {
  const cluster = await startCluster(settings)
  onTestFinished(async () => void (await cluster.remove()))
  return cluster
}

/** Waits for something that another process does. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50)
}

const redisOfSpec = async (settings: Record<string, string>) => {
  const redis = await startRedisServer(settings)
  onTestFinished(redis.close)
  return redis
}

test.each([
  [
    { ROLE: 'web' },
    'EVENTSTORE_URL must be set when ROLE is web.\nREDIS_URL must be set when ROLE is web.\n',
  ],
  [{ SMTP_URL: `http://me:${secret}@mail` }, 'SMTP_URL must be an address as smtps://'],
  [{ PORT: 'eighty' }, 'PORT must be a port'],
  [{ EVENTSTORE_URL: `http://me:${secret}@log` }, 'EVENTSTORE_URL must be an address that starts with'],
  [
    { NODE_ENV: 'production', EVENTSTORE_URL: 'esdb://admin:changeit@log' },
    'EVENTSTORE_URL must not hold a password that everybody knows, in production.\n',
  ],
])('%j ends the start with a sentence', async (env, sentence) => {
  const { code, printed } = await startWith(env)
  expect(code).toBe(1)
  expect(printed.startsWith(sentence)).toBe(true)
  expect(printed).not.toMatch(/\n\s+at |9f86d081/)
})

test('a demo is made by a process that does everything', async () => {
  const engines = { EVENTSTORE_URL: 'esdb://localhost:1', REDIS_URL: 'redis://localhost:1' }
  const { code, printed } = await startWith({ ROLE: 'web', ...engines }, '--demo')
  expect([code, printed]).toEqual([
    1,
    'ROLE must be all for --demo, which makes its people in one process.\n',
  ])
})

test('a port in use is told by its variable, before anything else is opened', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { code, printed } = await startWith({ PORT: String(port) })
  expect([code, printed]).toEqual([
    1,
    `PORT ${port} is in use on 127.0.0.1: stop the other program, or set PORT to another one.\n`,
  ])
})

test('a wrong password of Redis ends the start with a sentence that does not repeat it', async () => {
  const redis = await redisOfSpec({})
  await redis.send('CONFIG', 'SET', 'requirepass', 'another-one')
  const wrong = redis.url.replace('//', `//:${secret}@`)
  for (const REDIS_URL of [wrong, redis.url]) {
    const { code, printed } = await startWith({ REDIS_URL })
    expect(code).toBe(1)
    expect(printed).toContain('REDIS_URL: Redis does not let us in; see its user and password.\n')
    expect(printed).not.toContain(secret)
  }
})

test('a Redis that would throw views away is refused', async () => {
  const redis = await redisOfSpec({ maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' })
  const { code, printed } = await startWith({ REDIS_URL: redis.url })
  expect(code).toBe(1)
  expect(printed).toContain('set its maxmemory-policy to noeviction')
})

test('engines may come later: the process says what it waits for, and serves when they are there', async () => {
  const cluster = await clusterOf({ webs: 1, projectors: 1, startsImmediately: false })
  await cluster.redis.kill()
  const [web, projector] = [cluster.webs[0], cluster.projectors[0]]
  if (!web || !projector) throw new Error('There are two processes.')
  const started = Promise.all([web.start(), projector.start()])
  const told = (words: string) => [web, projector].every((member) => member.output().includes(words))
  await until(() => told('Redis is not there yet; waiting for it'))
  for (const { url } of [web, projector]) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', reasons: ['It is starting.'] },
    ])
    expect((await fetch(`${url}/api/leaderboard/showcase`)).status).toBe(503)
  }
  await cluster.redis.restart()
  await until(() => told('EventStoreDB could not be used; it is tried again'))
  await cluster.log.start()
  await started
  expect(await cluster.remove()).toEqual({ 'web-1': 0, 'projector-1': 0, log: 0 })
})

test.each(['SIGTERM while it waits for Redis', 'SIGTERM while it waits for EventStoreDB'])(
  '%s ends a process in order',
  async (what) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'thirty-start-'))
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
    const nobody = await freePort()
    const redis = what.includes('Redis') ? undefined : await redisOfSpec({})
    const waiting = program({
      args: ['main.ts'],
      env: {
        PATH: process.env['PATH'],
        DATA_DIR,
        PORT: '0',
        EVENTSTORE_URL: `esdb://127.0.0.1:${nobody}?tls=false`,
        REDIS_URL: redis?.url ?? `redis://127.0.0.1:${nobody}`,
      },
      isReady: (printed) =>
        printed.includes(redis ? 'EventStoreDB could not be used' : 'Redis is not there yet'),
    })
    await waiting.start()
    expect(await waiting.stop()).toBe(0)
    expect(waiting.output()).not.toContain('did not end in time')
    expect(waiting.output()).not.toContain('Thirty is running')
  },
)
