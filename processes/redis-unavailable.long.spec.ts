import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createProject, createParticipant, type SignedInUser } from '../e2e/support/api.ts'
import { startCluster, type Cluster } from '../e2e/support/cluster.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let cluster: Cluster
let product: { url: string; adminKey: string }
let maya: SignedInUser
/** Projects that Maya has submitted: one before each test, and one in it. */
let submitted = 0
beforeAll(async () => {
  cluster = await startCluster({ webs: 1, projectors: 1 })
  product = { url: cluster.webs[0]?.url ?? '', adminKey: cluster.adminKey }
  maya = await createParticipant(product, 'Maya Lindgren')
})
afterAll(async () => void (await cluster.remove()))

async function get(path: string) {
  const response = await fetch(`${product.url}${path}`, {
    headers: { authorization: `Bearer ${maya.token}` },
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}

async function board(): Promise<BoardResponse> {
  const { status, body } = await get('/api/leaderboard/leaderboard')
  expect([status, body]).toMatchObject([200, {}])
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return body as BoardResponse
}

/** Submits Maya's project for the next day. */
async function submit(): Promise<void> {
  const day = submitted + 1
  await createProject(product, maya, { projectName: `Day ${day}`, day })
  submitted = day
}

/** The read models have to converge within ten seconds. */
const within10Seconds = { timeout: 10_000, interval: 100 }

const expectReady = () =>
  expect.poll(async () => (await get('/readyz')).body, within10Seconds).toMatchObject({ status: 'ready' })

/** Maya is on the leaderboard and has read it, after what a test before has done. */
async function setUp(): Promise<void> {
  await expectReady()
  await submit()
  expect((await board()).you?.projectsSubmitted).toBe(submitted)
  await get('/api/auth/me')
}
beforeEach(setUp)

test('read models are rebuilt after a flush of Redis, and no reader sees fewer participants until then', async () => {
  const before = await board()
  await cluster.redis.flush()
  await submit()
  for (let reads = 0; ; reads += 1) {
    const now = await board()
    expect(now.data).toHaveLength(1)
    if (now.you?.projectsSubmitted === submitted) break
    // Until the rebuild the leaderboard shows its last state, with the time of that state.
    expect(now.asOf).toBe(before.asOf)
    expect(reads).toBeLessThan(100)
    await pause(100)
  }
  await expectReady()
})

test('a frozen Redis delays the first requests by a second, and later ones not at all', async () => {
  const before = await board()
  /** Sends them one after the other. Returns the milliseconds that the slowest took. */
  const slowest = async (requests: readonly (() => Promise<unknown>)[]): Promise<number> => {
    let longest = 0
    for (const request of requests) {
      const since = performance.now()
      await request()
      longest = Math.max(longest, performance.now() - since)
    }
    return longest
  }
  const expectStatus = async (path: string, status: number) => expect((await get(path)).status).toBe(status)
  cluster.redis.pause()
  onTestFinished(() => cluster.redis.resume())
  const first = await slowest([
    async () => expect((await board()).asOf).toBe(before.asOf),
    () => expectStatus('/api/auth/sessions', 503),
    () => expectStatus('/api/notifications', 503),
    () => expectStatus('/api/auth/me', 200),
  ])
  expect(first).toBeLessThan(1_800)
  const later = await slowest([
    async () => expect((await board()).asOf).toBe(before.asOf),
    () => expectStatus('/api/auth/sessions', 503),
    () => expectStatus('/api/notifications', 503),
  ])
  expect(later).toBeLessThan(600)
  const since = performance.now()
  await submit()
  // An upload and a command.
  expect(performance.now() - since).toBeLessThan(3_000)
  cluster.redis.resume()
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(submitted)
})

test('commands continue during an outage of Redis, and the leaderboard says how old it is until it is current again', async () => {
  const { redis } = cluster
  const before = await board()
  const { socket, heard } = await openSocket(product.url, maya.token)
  onTestFinished(() => void socket.close())
  await redis.kill()
  let isRedisBack = false
  onTestFinished(async () => {
    if (!isRedisBack) await redis.restart()
  })
  await pause(3_000)

  await submit()
  // Another name for each attempt of the test.
  const name = `Kenji ${'abcdefghij'[submitted]}`
  const kenji = await createParticipant(product, name)
  await createProject(product, kenji, { projectName: 'Kanban', day: 1 })
  const during = await board()
  expect([during.position, during.asOf]).toEqual([before.position, before.asOf])
  expect(during.you?.projectsSubmitted).toBe(submitted - 1)
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
  isRedisBack = true
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(submitted)
  await expect.poll(() => heartbeats().at(-1)?.payload, within10Seconds).not.toHaveProperty('behind')
  const after = await board()
  expect(after.data.map((row) => row.name)).toEqual(expect.arrayContaining([name, 'Maya Lindgren']))
  await expectReady()
})

test('during an outage of the log commands are refused and leaderboards stay readable, until the log is back', async () => {
  const { log } = cluster
  await log.kill()
  onTestFinished(async () => {
    if (!log.isRunning()) await log.start()
  })
  await expect
    .poll(async () => (await get('/readyz')).body, within10Seconds)
    .toMatchObject({
      status: 'not ready',
      reasons: ['EventStoreDB cannot be reached.'],
    })
  const since = performance.now()
  await expect(submit()).rejects.toThrow('503')
  expect(performance.now() - since).toBeLessThan(8_000)
  expect((await board()).you?.projectsSubmitted).toBe(submitted)
  await log.start()
  await expect.poll(async () => (await get('/readyz')).status, within10Seconds).toBe(200)
  await submit()
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(submitted)
})
