import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { describe, expect, test, vi, type TestContext } from 'vitest'
import { startCluster } from '../e2e/support/cluster.ts'
import { program, respondsReady, runToEnd } from '../e2e/support/program.ts'

// Several processes start at the same time, and wait for their stores.
vi.setConfig({ testTimeout: 120_000, maxConcurrency: 4 })

/** Settings of a process with a new data folder, which the test removes. */
function newInstallation(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  settings: Record<string, string>,
) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'thirty-start-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  return { PATH: process.env['PATH'], DATA_DIR, ...settings }
}

/** Waits for another process. */
async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50)
}

describe.concurrent('start with other stores and keys', () => {
  test('another reservation key than that of the log stops the start, and the old one starts again', async (context) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = newInstallation(context, { PORT: String(port), HOST: '127.0.0.1' })
    const keyFile = join(env.DATA_DIR, 'reservation-key')
    const startAndStop = async (...flags: string[]) => {
      const started = program({ args: ['main.ts', ...flags], env, isReady: () => respondsReady(url) })
      await started.start()
      expect(await started.stop()).toBe(0)
    }
    await startAndStop()
    const key = readFileSync(keyFile, 'utf8')
    rmSync(keyFile)
    for (const lost of [{}, { RESERVATION_KEY: 'another key of at least thirty-two bytes' }]) {
      const { code, printed } = await runToEnd(['main.ts'], { ...env, ...lost })
      expect([code, printed]).toEqual([1, expect.stringContaining('is not the key under which')])
      // A new key in the place of the lost one would look like the right one.
      expect(existsSync(keyFile)).toBe(false)
    }
    writeFileSync(keyFile, key)
    await startAndStop()

    rmSync(keyFile)
    await startAndStop('--new-reservation-key')
    await startAndStop()
  })

  test('a wrong Redis password fails the start with a message that does not repeat it', async (context) => {
    const secret = '9f86d081884c7d659a2feaa0c55ad015'
    const redis = await startRedisServer()
    context.onTestFinished(redis.close)
    await redis.send('CONFIG', 'SET', 'requirepass', 'another-one')
    for (const REDIS_URL of [redis.url.replace('//', `//:${secret}@`), redis.url]) {
      const env = newInstallation(context, { PORT: '0', REDIS_URL })
      const { code, printed } = await runToEnd(['main.ts'], env)
      const message = 'REDIS_URL: Redis denies access; check its user and password.\n'
      expect([code, printed]).toEqual([1, expect.stringContaining(message)])
      expect(printed).not.toContain(secret)
    }
  })

  test('a process waits for stores that start later, logs which ones, and serves once they run', async (context) => {
    const cluster = await startCluster({ webs: 1, projectors: 1, startsImmediately: false })
    context.onTestFinished(async () => void (await cluster.remove()))
    await cluster.redis.kill()
    const [web, projector] = [cluster.webs[0], cluster.projectors[0]]
    if (!web || !projector) throw new Error('There are two processes.')
    const started = Promise.all([web.start(), projector.start()])
    const isLogged = (message: string) =>
      [web, projector].every((member) => member.output().includes(message))
    await waitUntil(() => isLogged('Redis does not respond yet; retrying'))
    for (const { url } of [web, projector]) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      const ready = await fetch(`${url}/readyz`)
      const notReady = { status: 'not ready', reasons: ['It is starting.'] }
      expect([ready.status, await ready.json()]).toEqual([503, notReady])
      expect((await fetch(`${url}/api/leaderboard/showcase`)).status).toBe(503)
    }
    await cluster.redis.restart()
    await waitUntil(() => isLogged('EventStoreDB failed; retrying'))
    await cluster.log.start()
    await started
    const codes = await cluster.remove()
    const ended = { 'web-1': 0, 'projector-1': 0, log: 0 }
    expect(codes, `They printed:\n${web.output()}${projector.output()}`).toEqual(ended)
  })

  test('SIGTERM while it waits for its stores ends a process gracefully', async (context) => {
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`
    const waiting = program({
      args: ['main.ts'],
      env: newInstallation(context, { PORT: String(await freePort()), REDIS_URL }),
      isReady: (printed) => printed.includes('Redis does not respond yet'),
    })
    await waiting.start()
    expect(await waiting.stop()).toBe(0)
    expect(waiting.output()).not.toContain('did not close in time')
    expect(waiting.output()).not.toContain('Thirty is running')
  })
})
