import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { test, vi, type TestContext } from 'vitest'
import { createProject, createParticipant } from '../e2e/support/api.ts'
import { startCluster } from '../e2e/support/cluster.ts'

// Four clusters start at the same time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000, maxConcurrency: 4 })

/** Starts one web process and one projector. A participant is on the leaderboard and has read it once. */
async function setUp({ expect, onTestFinished }: TestContext) {
  const cluster = await startCluster({ webs: 1, projectors: 1 })
  onTestFinished(async () => void (await cluster.remove()))
  const { url = '' } = cluster.webs[0] ?? {}
  const product = { url, adminKey: cluster.adminKey }
  const maya = await createParticipant(product, 'Maya Lindgren')
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${maya.token}` } })
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
  }
  const board = async () => {
    const { status, body } = await get('/api/leaderboard/leaderboard')
    expect(status, JSON.stringify(body)).toBe(200)
    // The contract defines this type; if the product breaks it, the test fails at the first missing field.
    return body as BoardResponse
  }
  const submit = (day: number) => createProject(product, maya, { projectName: `Day ${day}`, day })
  await submit(1)
  await board()
  await get('/api/auth/me')
  return { ...cluster, product, maya, get, board, submit }
}

/** The read models have to converge within ten seconds. */
const within10Seconds = { timeout: 10_000, interval: 100 }

test.concurrent(
  'commands continue during an outage of Redis, and the leaderboard says how old it is until it is current again',
  async (context) => {
    const { expect, onTestFinished } = context
    const { redis, product, maya, get, board, submit } = await setUp(context)
    const before = await board()
    const { socket, heard } = await openSocket(product.url, maya.token)
    onTestFinished(() => void socket.close())
    await redis.kill()
    await pause(3_000)

    await submit(2)
    const kenji = await createParticipant(product, 'Kenji Watanabe')
    await createProject(product, kenji, { projectName: 'Kanban', day: 1 })
    const during = await board()
    expect([during.position, during.asOf]).toEqual([before.position, before.asOf])
    expect(during.you?.projectsSubmitted).toBe(1)
    // /me keeps working, or a reload of the page would log users out.
    const me = await get('/api/auth/me')
    expect([me.status, me.body]).toMatchObject([
      200,
      { user: { fullName: 'Maya Lindgren' }, stats: { rank: 1 } },
    ])
    const history = await get('/api/leaderboard/history')
    expect([history.status, history.headers.get('retry-after')]).toEqual([503, '2'])
    const ready = await get('/readyz')
    expect([ready.status, ready.body]).toMatchObject([
      200,
      { status: 'degraded', reasons: ['Redis cannot be reached.'] },
    ])

    const heartbeats = () => heard.filter(({ message }) => message === 'leaderboard.heartbeat')
    await expect.poll(() => heartbeats().at(-1)?.payload, within10Seconds).toMatchObject({ behind: true })
    // A socket that connects during the outage receives such a heartbeat immediately.
    const late = await openSocket(product.url, maya.token)
    onTestFinished(() => void late.socket.close())
    await expect.poll(() => late.heard[0]?.payload, within10Seconds).toMatchObject({ behind: true })

    await redis.restart()
    await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(2)
    await expect.poll(() => heartbeats().at(-1)?.payload, within10Seconds).not.toHaveProperty('behind')
    const after = await board()
    expect(after.data.map(({ name }) => name).sort()).toEqual(['Kenji Watanabe', 'Maya Lindgren'])
    await expect
      .poll(async () => (await get('/readyz')).body, within10Seconds)
      .toMatchObject({ status: 'ready' })
  },
)

test.concurrent(
  'read models are rebuilt after a flush of Redis, and no reader sees fewer participants until then',
  async (context) => {
    const { expect } = context
    const { redis, board, get, submit } = await setUp(context)
    const before = await board()
    await redis.flush()
    await submit(2)
    for (let reads = 0; ; reads += 1) {
      const now = await board()
      expect(now.data).toHaveLength(1)
      if (now.you?.projectsSubmitted === 2) break
      // Until the rebuild the leaderboard shows its last state, with the time of that state.
      expect(now.asOf).toBe(before.asOf)
      expect(reads).toBeLessThan(100)
      await pause(100)
    }
    await expect
      .poll(async () => (await get('/readyz')).body, within10Seconds)
      .toMatchObject({ status: 'ready' })
  },
)

test.concurrent('a frozen Redis does not delay requests for long', async (context) => {
  const { expect } = context
  const { redis, board, submit } = await setUp(context)
  const before = await board()
  redis.pause()
  const since = performance.now()
  await submit(2)
  expect((await board()).asOf).toBe(before.asOf)
  expect(performance.now() - since).toBeLessThan(8_000)
  redis.resume()
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(2)
})

test.concurrent(
  'during an outage of the log commands are refused and leaderboards stay readable, until the log is back',
  async (context) => {
    const { expect } = context
    const { log, get, board, submit } = await setUp(context)
    await log.kill()
    await expect
      .poll(async () => (await get('/readyz')).body, within10Seconds)
      .toMatchObject({
        status: 'not ready',
        reasons: ['EventStoreDB cannot be reached.'],
      })
    const since = performance.now()
    await expect(submit(2)).rejects.toThrow('503')
    expect(performance.now() - since).toBeLessThan(8_000)
    expect((await board()).you?.projectsSubmitted).toBe(1)
    await log.start()
    await expect.poll(async () => (await get('/readyz')).status, within10Seconds).toBe(200)
    await submit(2)
    await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(2)
  },
)
