import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents, projections } from '../e2e/cluster/expected-read-models.ts'
import { startClusterScenario, waitUntil, type ClusterScenario } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'
import { emailOf, password, usernameOf } from '../e2e/support/page-actions.ts'

// Redis is away for a minute here.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

/** Milliseconds within which everything has to be right again once Redis is back. */
const converging = 10_000

let scene: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  scene = await startClusterScenario()
  traffic = new Traffic({ cluster: scene })
  await traffic.run(300)
})
afterAll(async () => void (await scene.remove()))

/** An answer of each web process to somebody who takes part. */
const fromAll = (path: string) =>
  Promise.all(
    scene.webs.map(async ({ url }) => {
      const headers = { authorization: `Bearer ${traffic.tokenFor(1)}` }
      const response = await fetch(`${url}${path}`, { headers })
      return { status: response.status, body: await response.json() }
    }),
  )

/** The board as each web process answers it. */
async function boards(): Promise<BoardResponse[]> {
  const answers = await fromAll('/api/leaderboard/leaderboard?limit=200')
  expect(answers.map(({ status }) => status)).toEqual(scene.webs.map(() => 200))
  // The product answers by its contract; a test that it breaks fails at the first missing field.
  return answers.map(({ body }) => body as BoardResponse)
}

/** Somebody signs up, and in again at the other process. Answers whether the views were waited for in vain. */
async function signUpAndIn(fullName: string): Promise<boolean[]> {
  const [one, other] = scene.webs.map(({ url }) => url)
  const account = { fullName, username: usernameOf(fullName), email: emailOf(fullName), password }
  const asked = [
    [`${one}/api/auth/signup`, account],
    [`${other}/api/auth/login`, { emailOrUsername: emailOf(fullName), password }],
  ] as const
  const pending: boolean[] = []
  for (const [url, body] of asked) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    expect([url, response.ok, text]).toEqual([url, true, text])
    pending.push(text.includes('"pending":true'))
  }
  return pending
}

const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elif', 'Fay', 'Gro', 'Hana', 'Ines', 'Jo', 'Kim', 'Lea']

type Outage = { leave: () => unknown; forMs: number; comeBack: () => unknown; family: string }

/** What has to hold while Redis is away and when it is back, whatever became of it. */
async function outage({ leave, forMs, comeBack, family }: Outage): Promise<number> {
  const sockets = await Promise.all(scene.webs.map(({ url }) => openSocket(url, traffic.tokenFor(1))))
  for (const { socket } of sockets) onTestFinished(() => void socket.close())
  const going = traffic.run(Infinity, 20)
  onTestFinished(() => traffic.stop())
  await boards()
  await leave()
  const since = performance.now()
  const isReady = (status: string) => async () =>
    (await fromAll('/readyz')).every(({ body }) => (body as { status: string }).status === status)
  await waitUntil(20_000, isReady('degraded'))
  const asOf = await boards()
  const pending = traffic.pendingCount
  const accepted = traffic.acceptedCount
  for (const [at, name] of names.entries()) {
    const dueAt = since + ((at + 1) / (names.length + 1)) * forMs
    await pause(Math.max(dueAt - performance.now(), 0))
    const answers = await signUpAndIn(`${name} ${family}`)
    expect([name, answers[0]]).toEqual([name, true])
    const now = await boards()
    expect(now.map(({ position, asOf }) => [position, asOf])).toEqual(
      asOf.map(({ position, asOf }) => [position, asOf]),
    )
  }
  for (const { status, body } of await fromAll('/readyz')) {
    expect([status, body]).toMatchObject([200, { status: 'degraded', reasons: ['Redis cannot be reached.'] }])
  }
  await pause(Math.max(since + forMs - performance.now(), 0))
  // Everything that was done meanwhile was done at once, and said that the boards do not show it yet.
  expect(traffic.acceptedCount - accepted).toBeGreaterThan((forMs / 1_000) * 20 * 0.5)
  expect(traffic.pendingCount - pending).toBe(traffic.acceptedCount - accepted)

  await comeBack()
  const back = performance.now()
  const head = await scene.events.head()
  await waitUntil(2 * converging, async () => {
    const found = await Promise.all(projections.map(scene.peek.liveBuild))
    return found.every((view) => view && view.position >= head)
  })
  await waitUntil(2 * converging, isReady('ready'))
  await waitUntil(2 * converging, async () =>
    (await boards()).every(
      ({ position, data }) =>
        BigInt(position) >= head && data.filter(({ name }) => name.endsWith(family)).length === names.length,
    ),
  )
  const converged = performance.now() - back
  traffic.stop()
  await going
  expect(await scene.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(scene.events))).toEqual([])
  for (const { heard } of sockets) {
    expect(heard.map(({ message }) => message)).toContain('news.missed')
  }
  return converged
}

test('Redis is killed and comes back empty after a minute', async ({ annotate }) => {
  const converged = await outage({
    leave: () => scene.redis.kill(),
    forMs: 60_000,
    comeBack: () => scene.redis.restart(),
    family: 'Away',
  })
  await annotate(`converged within ${Math.round(converged)} ms`)
  expect(converged).toBeLessThan(converging)
})

test('Redis stands still for fifteen seconds and goes on', async ({ annotate }) => {
  const converged = await outage({
    leave: () => scene.redis.pause(),
    forMs: 15_000,
    comeBack: () => scene.redis.resume(),
    family: 'Still',
  })
  await annotate(`converged within ${Math.round(converged)} ms`)
  expect(converged).toBeLessThan(converging)
})
