import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProject, createParticipant } from '../e2e/support/api.ts'
import { startCluster } from '../e2e/support/cluster.ts'

// Processes are started and ended here, and engines waited for.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** One web process and one projector, with somebody on the board who has looked at it. */
async function setUp() {
  const cluster = await startCluster({ webs: 1, projectors: 1 })
  onTestFinished(async () => void (await cluster.remove()))
  const { url = '' } = cluster.webs[0] ?? {}
  const product = { url, adminKey: cluster.adminKey }
  const maya = await createParticipant(product, 'Maya Lindgren')
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${maya.token}` } })
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
  }
  const board = async () => {
    const { status, body } = await ask('/api/leaderboard/leaderboard')
    expect(status).toBe(200)
    // The product answers by its contract; a test that it breaks fails at the first missing field.
    return body as BoardResponse
  }
  const handIn = (day: number) => createProject(product, maya, { projectName: `Day ${day}`, day })
  await handIn(1)
  await board()
  await ask('/api/auth/me')
  return { ...cluster, product, maya, ask, board, handIn }
}

/** Whether something holds within ten seconds, in which everything has to converge. */
const within10Seconds = { timeout: 10_000, interval: 100 }

test('Redis goes away and comes back: commands go on, the board says as of when it is, and then it is right', async () => {
  const { redis, product, maya, ask, board, handIn } = await setUp()
  const before = await board()
  const { socket, heard } = await openSocket(product.url, maya.token)
  onTestFinished(() => void socket.close())
  await redis.kill()
  await pause(3_000)

  await handIn(2)
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Kanban', day: 1 })
  const meanwhile = await board()
  expect([meanwhile.position, meanwhile.asOf]).toEqual([before.position, before.asOf])
  expect(meanwhile.you?.projectsSubmitted).toBe(1)
  // Whoever asks who they are is not sent away, or a reload would log everybody out.
  const me = await ask('/api/auth/me')
  expect([me.status, me.body]).toMatchObject([
    200,
    { user: { fullName: 'Maya Lindgren' }, stats: { rank: 1 } },
  ])
  const history = await ask('/api/leaderboard/history')
  expect([history.status, history.headers.get('retry-after')]).toEqual([503, '2'])
  const ready = await ask('/readyz')
  expect([ready.status, ready.body]).toMatchObject([
    200,
    { status: 'degraded', reasons: ['Redis cannot be reached.'] },
  ])

  const beats = () => heard.filter(({ message }) => message === 'leaderboard.heartbeat')
  await expect.poll(() => beats().at(-1)?.payload, within10Seconds).toMatchObject({ behind: true })
  // Who comes meanwhile is told so, too.
  const late = await openSocket(product.url, maya.token)
  onTestFinished(() => void late.socket.close())
  await expect.poll(() => late.heard[0]?.payload, within10Seconds).toMatchObject({ behind: true })

  await redis.restart()
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(2)
  await expect.poll(() => beats().at(-1)?.payload, within10Seconds).not.toHaveProperty('behind')
  const after = await board()
  expect(after.data.map(({ name }) => name).sort()).toEqual(['Kenji Watanabe', 'Maya Lindgren'])
  await expect
    .poll(async () => (await ask('/readyz')).body, within10Seconds)
    .toMatchObject({ status: 'ready' })
})

test('a Redis that is emptied is noticed, and nobody is shown fewer participants meanwhile', async () => {
  const { redis, board, ask, handIn } = await setUp()
  const before = await board()
  await redis.flush()
  await handIn(2)
  for (let looks = 0; ; looks += 1) {
    const now = await board()
    expect(now.data).toHaveLength(1)
    if (now.you?.projectsSubmitted === 2) break
    // Until it is built anew it is what it was, with its old time.
    expect(now.asOf).toBe(before.asOf)
    expect(looks).toBeLessThan(100)
    await pause(100)
  }
  await expect
    .poll(async () => (await ask('/readyz')).body, within10Seconds)
    .toMatchObject({ status: 'ready' })
})

test('a Redis that stands still holds nobody up for long', async () => {
  const { redis, board, handIn } = await setUp()
  const before = await board()
  redis.pause()
  const since = performance.now()
  await handIn(2)
  expect((await board()).asOf).toBe(before.asOf)
  expect(performance.now() - since).toBeLessThan(8_000)
  redis.resume()
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(2)
})

test('the log goes away: nothing is stored and it is said so, boards are read, and it goes on when it is back', async () => {
  const { log, ask, board, handIn } = await setUp()
  await log.kill()
  await expect
    .poll(async () => (await ask('/readyz')).body, within10Seconds)
    .toMatchObject({
      status: 'not ready',
      reasons: ['EventStoreDB cannot be reached.'],
    })
  const since = performance.now()
  await expect(handIn(2)).rejects.toThrow('503')
  expect(performance.now() - since).toBeLessThan(8_000)
  expect((await board()).you?.projectsSubmitted).toBe(1)
  await log.start()
  await expect.poll(async () => (await ask('/readyz')).status, within10Seconds).toBe(200)
  await handIn(2)
  await expect.poll(async () => (await board()).you?.projectsSubmitted, within10Seconds).toBe(2)
})
