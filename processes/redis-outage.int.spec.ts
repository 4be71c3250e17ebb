import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents, projections } from '../e2e/cluster/expected-read-models.ts'
import { startClusterScenario, waitUntil, type ClusterScenario } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'
import { emailOf, password, usernameOf } from '../e2e/support/page-actions.ts'

/** OUTAGE_MS extends the test: `OUTAGE_MS=60000`. A standstill lasts a quarter as long as an outage. */
const outageMs = Number(process.env['OUTAGE_MS'] ?? 6_000)
const standstillMs = outageMs / 4
/** Milliseconds within which everything has to be right again once Redis is back. */
const convergenceLimitMs = 10_000
const requestsPerSecond = 20

vi.setConfig({ testTimeout: 60_000 + 2 * outageMs, hookTimeout: 60_000 })

let cluster: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  cluster = await startClusterScenario()
  traffic = new Traffic({ cluster })
  await traffic.run(100)
})
afterAll(async () => void (await cluster.remove()))

/** The response of each web process to a participant. */
const getFromAll = (path: string) =>
  Promise.all(
    cluster.webs.map(async ({ url }) => {
      const headers = { authorization: `Bearer ${traffic.tokenFor(1)}` }
      const response = await fetch(`${url}${path}`, { headers })
      return { status: response.status, body: await response.json() }
    }),
  )

/** The leaderboard as each web process returns it. */
async function leaderboards(): Promise<BoardResponse[]> {
  const responses = await getFromAll('/api/leaderboard/leaderboard?limit=200')
  expect(responses.map(({ status }) => status)).toEqual(cluster.webs.map(() => 200))
  // The product responds by its contract; a test that it breaks fails at the first missing field.
  return responses.map(({ body }) => body as BoardResponse)
}

/** Signs up a participant at one process and logs in at the other. Returns for each whether the response was `pending`. */
async function signUpAndLogIn(fullName: string): Promise<boolean[]> {
  const [first, second] = cluster.webs.map(({ url }) => url)
  const account = { fullName, username: usernameOf(fullName), email: emailOf(fullName), password }
  const requests = [
    [`${first}/api/auth/signup`, account],
    [`${second}/api/auth/login`, { emailOrUsername: emailOf(fullName), password }],
  ] as const
  const pending: boolean[] = []
  for (const [url, body] of requests) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    expect([url, response.ok, text]).toEqual([url, true, text])
    pending.push(text.includes('"pending":true'))
  }
  return pending
}

const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elif', 'Fay', 'Gro', 'Hana', 'Ines', 'Jo', 'Kim', 'Lea'].slice(
  0,
  Math.max(3, Math.round(outageMs / 5_000)),
)

type Outage = { begin: () => unknown; durationMs: number; end: () => unknown; familyName: string }

/** Asserts what has to hold during an outage of Redis and after it. Returns the milliseconds until it converged. */
async function assertOutage({ begin, durationMs, end, familyName }: Outage): Promise<number> {
  const sockets = await Promise.all(cluster.webs.map(({ url }) => openSocket(url, traffic.tokenFor(1))))
  for (const { socket } of sockets) onTestFinished(() => void socket.close())
  const work = traffic.run(Infinity, requestsPerSecond)
  onTestFinished(() => traffic.stop())
  await leaderboards()
  await begin()
  const isReady = (status: string) => async () =>
    (await getFromAll('/readyz')).every(({ body }) => (body as { status: string }).status === status)
  await waitUntil(20_000, isReady('degraded'))
  const degradedAt = performance.now()
  const before = await leaderboards()
  const pendingBefore = traffic.pendingCount
  const acceptedBefore = traffic.acceptedCount
  for (const [index, name] of names.entries()) {
    const dueAt = degradedAt + ((index + 1) / (names.length + 1)) * durationMs
    await pause(Math.max(dueAt - performance.now(), 0))
    const [isSignUpPending] = await signUpAndLogIn(`${name} ${familyName}`)
    expect([name, isSignUpPending]).toEqual([name, true])
    const now = await leaderboards()
    expect(now.map(({ position }) => position)).toEqual(before.map(({ position }) => position))
    expect(now.map(({ asOf }) => asOf)).toEqual(before.map(({ asOf }) => asOf))
  }
  for (const { status, body } of await getFromAll('/readyz')) {
    expect([status, body]).toMatchObject([200, { status: 'degraded', reasons: ['Redis cannot be reached.'] }])
  }
  await pause(Math.max(degradedAt + durationMs - performance.now(), 0))
  // Every command during the outage was accepted without a wait, with the note that no read model shows it yet.
  const seconds = (performance.now() - degradedAt) / 1_000
  const accepted = traffic.acceptedCount - acceptedBefore
  expect(accepted).toBeGreaterThan(seconds * requestsPerSecond * 0.5)
  expect(traffic.pendingCount - pendingBefore).toBe(accepted)

  await end()
  const endedAt = performance.now()
  const head = await cluster.events.head()
  await waitUntil(2 * convergenceLimitMs, async () => {
    const found = await Promise.all(projections.map(cluster.peek.liveBuild))
    return found.every((build) => build && build.position >= head)
  })
  await waitUntil(2 * convergenceLimitMs, isReady('ready'))
  await waitUntil(2 * convergenceLimitMs, async () =>
    (await leaderboards()).every(
      ({ position, data }) =>
        BigInt(position) >= head &&
        data.filter(({ name }) => name.endsWith(familyName)).length === names.length,
    ),
  )
  const convergenceMs = performance.now() - endedAt
  traffic.stop()
  await work
  expect(await cluster.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(cluster.events))).toEqual([])
  for (const { heard } of sockets) {
    expect(heard.map(({ message }) => message)).toContain('news.missed')
  }
  return convergenceMs
}

test('commands continue while Redis is down, and all read models converge after it restarts empty', async ({
  annotate,
}) => {
  const convergenceMs = await assertOutage({
    begin: () => cluster.redis.kill(),
    durationMs: outageMs,
    end: () => cluster.redis.restart(),
    familyName: 'Away',
  })
  await annotate(`converged within ${Math.round(convergenceMs)} ms`)
  expect(convergenceMs).toBeLessThan(convergenceLimitMs)
})

test('commands continue while Redis stands still, and all read models converge when it resumes', async ({
  annotate,
}) => {
  const convergenceMs = await assertOutage({
    begin: () => cluster.redis.pause(),
    durationMs: standstillMs,
    end: () => cluster.redis.resume(),
    familyName: 'Still',
  })
  await annotate(`converged within ${Math.round(convergenceMs)} ms`)
  expect(convergenceMs).toBeLessThan(convergenceLimitMs)
})
