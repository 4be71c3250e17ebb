import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import { longIntervalMs, startClusterScenario, waitUntil } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

/** OUTAGE_MS extends the test: `OUTAGE_MS=60000`. */
const outageMs = Number(process.env['OUTAGE_MS'] ?? 4_000)
/**
 * Milliseconds within which all processes have to be ready and up to date once Redis is back. A slow machine that runs other specs,
 * too, needs ten seconds.
 */
const convergenceLimitMs = 20_000
const requestsPerSecond = 10

vi.setConfig({ testTimeout: 120_000 + 2 * outageMs })

test('commands continue while Redis is down, and all read models converge after it restarts empty', async () => {
  const cluster = await startClusterScenario()
  onTestFinished(async () => void (await cluster.remove()))
  const { webs, redis, eventLog } = cluster
  const traffic = new Traffic({ cluster })
  await traffic.run(40)
  const get = async (url: string, path: string) => {
    const headers = { authorization: `Bearer ${traffic.tokenFor(1)}` }
    const response = await fetch(`${url}${path}`, { headers })
    // Every response of the API is a JSON object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const getFromAll = (path: string) => Promise.all(webs.map(({ url }) => get(url, path)))
  const boards = async () => {
    const responses = await getFromAll('/api/leaderboard/leaderboard?limit=200')
    expect(responses.map(({ status }) => status)).toEqual(webs.map(() => 200))
    // The contract defines this type; if the product breaks it, the test fails at the first missing field.
    return responses.map(({ body }) => body as BoardResponse)
  }
  const isEvery = (status: string) => async () =>
    (await getFromAll('/readyz')).every(({ body }) => body['status'] === status)
  const sockets = await Promise.all(webs.map(({ url }) => openSocket(url, traffic.tokenFor(1))))
  onTestFinished(() => sockets.forEach(({ socket }) => socket.close()))

  const work = traffic.run(Infinity, requestsPerSecond)
  onTestFinished(() => traffic.stop())
  // During an outage a web process can only show leaderboards that it has read before.
  await boards()
  await redis.kill()
  await waitUntil(20_000, isEvery('degraded'), longIntervalMs)
  const before = await boards()
  const { pendingCount, acceptedCount } = traffic
  await pause(outageMs)
  // Commands were accepted without a wait, and every response said that no read model shows the command yet.
  const accepted = traffic.acceptedCount - acceptedCount
  expect(accepted).toBeGreaterThan((outageMs / 1_000) * requestsPerSecond * 0.5)
  expect(traffic.pendingCount - pendingCount).toBe(accepted)
  const ages = (shown: readonly BoardResponse[]) => shown.map(({ position, asOf }) => ({ position, asOf }))
  expect(ages(await boards())).toEqual(ages(before))
  // It keeps working, or a reload of the page would log users out.
  const statuses = async (path: string) => (await getFromAll(path)).map(({ status }) => status)
  expect(await statuses('/api/auth/me')).toEqual(webs.map(() => 200))
  expect(await statuses('/api/leaderboard/history')).toEqual(webs.map(() => 503))
  for (const { status, body } of await getFromAll('/readyz'))
    expect([status, body]).toMatchObject([200, { status: 'degraded', reasons: ['Redis cannot be reached.'] }])
  const areToldBehind = async () =>
    sockets.every(({ payloads }) => payloads('leaderboard.heartbeat').at(-1)?.behind === true)
  await waitUntil(20_000, areToldBehind)

  await redis.restart()
  const head = await eventLog.head()
  await waitUntil(convergenceLimitMs, isEvery('ready'), longIntervalMs)
  await waitUntil(convergenceLimitMs, async () =>
    (await boards()).every(({ position }) => BigInt(position) >= head),
  )
  traffic.stop()
  await work
  expect(await cluster.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(eventLog))).toEqual([])
  for (const { names } of sockets) expect(names()).toContain('news.missed')
})
