import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents, projections } from '../e2e/cluster/expected-read-models.ts'
import {
  longIntervalMs,
  startClusterScenario,
  waitUntil,
  type ClusterScenario,
} from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'
import { emailOf, password, usernameOf } from '../e2e/support/page-actions.ts'

/** OUTAGE_MS extends the test: `OUTAGE_MS=60000`. */
const outageMs = Number(process.env['OUTAGE_MS'] ?? 4_000)
/**
 * Milliseconds within which all processes have to be ready and up to date once Redis is back. A slow machine that runs other specs,
 * too, needs ten seconds.
 */
const convergenceLimitMs = 20_000
const requestsPerSecond = 10

vi.setConfig({ testTimeout: 60_000 + 2 * outageMs, hookTimeout: 60_000 })

let cluster: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  cluster = await startClusterScenario()
  traffic = new Traffic({ cluster })
  await traffic.run(40)
})
afterAll(async () => void (await cluster.remove()))

/** Sends a GET request of a participant to each web process. Returns the responses. */
const getFromAll = (path: string) =>
  Promise.all(
    cluster.webs.map(async ({ url }) => {
      const headers = { authorization: `Bearer ${traffic.tokenFor(1)}` }
      const response = await fetch(`${url}${path}`, { headers })
      return { status: response.status, body: await response.json() }
    }),
  )

/** Returns the leaderboard of each web process. */
async function leaderboards(): Promise<BoardResponse[]> {
  const responses = await getFromAll('/api/leaderboard/leaderboard?limit=200')
  expect(responses.map(({ status }) => status)).toEqual(cluster.webs.map(() => 200))
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
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

/** First names of the people who sign up during an outage. */
const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elif', 'Fay', 'Gro', 'Hana', 'Ines', 'Jo', 'Kim', 'Lea'].slice(
  0,
  Math.max(3, Math.round(outageMs / 5_000)),
)

type Outage = { begin: () => unknown; durationMs: number; end: () => unknown; familyName: string }

const isEveryStatus = async (status: 'ready' | 'degraded'): Promise<boolean> =>
  // The contract of /readyz defines this field.
  (await getFromAll('/readyz')).every(({ body }) => (body as { status: string }).status === status)

/**
 * Signs people up, evenly spread over the duration, and waits until it is over. Expects that the sign-ups are accepted
 * and that the leaderboards still show the state of `before`.
 */
async function signUpDuringOutage(
  durationMs: number,
  familyName: string,
  before: readonly BoardResponse[],
): Promise<void> {
  const beganAt = performance.now()
  const pauseUntil = (at: number) => pause(Math.max(at - performance.now(), 0))
  const stateOf = (boards: readonly BoardResponse[]) =>
    boards.map(({ position, asOf }) => ({ position, asOf }))
  for (const [index, name] of names.entries()) {
    await pauseUntil(beganAt + ((index + 1) / (names.length + 1)) * durationMs)
    const [isSignUpPending] = await signUpAndLogIn(`${name} ${familyName}`)
    expect([name, isSignUpPending]).toEqual([name, true])
    expect(stateOf(await leaderboards())).toEqual(stateOf(before))
  }
  for (const { status, body } of await getFromAll('/readyz')) {
    expect([status, body]).toMatchObject([200, { status: 'degraded', reasons: ['Redis cannot be reached.'] }])
  }
  await pauseUntil(beganAt + durationMs)
}

/** Waits until all processes are ready and all leaderboards show all events and the new people. */
async function waitForConvergence(familyName: string): Promise<void> {
  const head = await cluster.eventLog.head()
  const isBuilt = async () => {
    const found = await Promise.all(projections.map(cluster.inspector.liveBuild))
    return found.every((build) => build && build.position >= head)
  }
  const isShown = async () =>
    (await leaderboards()).every(
      ({ position, data }) =>
        BigInt(position) >= head &&
        data.filter(({ name }) => name.endsWith(familyName)).length === names.length,
    )
  for (const isConverged of [isBuilt, () => isEveryStatus('ready'), isShown])
    await waitUntil(2 * convergenceLimitMs, isConverged, longIntervalMs)
}

/** Asserts what has to hold during an outage of Redis and after it. Returns the milliseconds until it converged. */
async function assertOutage({ begin, durationMs, end, familyName }: Outage): Promise<number> {
  const sockets = await Promise.all(cluster.webs.map(({ url }) => openSocket(url, traffic.tokenFor(1))))
  for (const { socket } of sockets) onTestFinished(() => void socket.close())
  const work = traffic.run(Infinity, requestsPerSecond)
  onTestFinished(() => traffic.stop())
  // During an outage a web process can only show leaderboards that it has read before.
  await leaderboards()
  await begin()
  await waitUntil(20_000, () => isEveryStatus('degraded'), longIntervalMs)
  const degradedAt = performance.now()
  const before = await leaderboards()
  const pendingBefore = traffic.pendingCount
  const acceptedBefore = traffic.acceptedCount
  await signUpDuringOutage(durationMs, familyName, before)
  // Commands were accepted without a wait, and every response said that no read model shows the command yet.
  const seconds = (performance.now() - degradedAt) / 1_000
  const accepted = traffic.acceptedCount - acceptedBefore
  expect(accepted).toBeGreaterThan(seconds * requestsPerSecond * 0.5)
  expect(traffic.pendingCount - pendingBefore).toBe(accepted)

  await end()
  const endedAt = performance.now()
  await waitForConvergence(familyName)
  const convergenceMs = performance.now() - endedAt
  traffic.stop()
  await work
  expect(await cluster.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(cluster.eventLog))).toEqual([])
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
