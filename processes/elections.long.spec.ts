import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import { longIntervalMs, startClusterScenario, waitUntil } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

/** NO_LEADER_MS extends the election: `NO_LEADER_MS=120000`. */
const noLeaderMs = Number(process.env['NO_LEADER_MS'] ?? 8_000)

vi.setConfig({ testTimeout: 150_000 + 2 * noLeaderMs })

let people = 0
const signUp = (url: string) => {
  const email = `maya${++people}@people.example`
  const body = JSON.stringify({ fullName: 'Maya Lindgren', email, password: 'Correct-horse-7' })
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/api/auth/signup`, { method: 'POST', headers, body })
}

test('every process lives while the event log has no leader, and nothing is lost or stored twice', async () => {
  const cluster = await startClusterScenario({ webs: 1, projectors: 1, logNodes: 3 })
  onTestFinished(async () => void (await cluster.remove()))
  const { log } = cluster
  const all = await cluster.addProcess('all', ['main.ts'])
  await all.start()
  const processes = [...cluster.webs, ...cluster.projectors, all]
  const statuses = (path: string) =>
    Promise.all(processes.map(async ({ url }) => (await fetch(`${url}${path}`)).status))
  const allAnswer = (path: string, expected: number) => async () =>
    (await statuses(path)).every((status) => status === expected)
  const webs = [...cluster.webs, all]
  const traffic = new Traffic({ cluster: { webs, jwtSecret: cluster.jwtSecret }, concurrency: 16 })
  const work = traffic.run(Infinity, 60)
  onTestFinished(() => traffic.stop())
  const acceptMore = async () => {
    const goal = traffic.acceptedCount + 30
    await waitUntil(30_000, async () => traffic.acceptedCount >= goal)
  }
  await acceptMore()

  log.toggleLeader()
  const startedAt = performance.now()
  await waitUntil(20_000, allAnswer('/readyz', 503), longIntervalMs)
  for (const { url } of webs) {
    const refused = await signUp(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  }
  while (performance.now() - startedAt < noLeaderMs) {
    expect(await statuses('/healthz')).toEqual(processes.map(() => 200))
    // Readers are served from the read models.
    for (const { url } of webs) expect((await fetch(`${url}/api/leaderboard/showcase`)).status).toBe(200)
    await pause(500)
  }
  log.toggleLeader()

  await waitUntil(30_000, allAnswer('/readyz', 200), longIntervalMs)
  await acceptMore()
  traffic.stop()
  await work
  expect(traffic.findLogErrors(await readAllEvents(cluster.eventLog))).toEqual([])
  expect(await cluster.findDifferences()).toEqual([])
  // The only error that clients saw was the request to retry.
  expect(traffic.retriedErrors.length).toBeGreaterThan(0)
  expect(traffic.retriedErrors.filter((message) => !message.includes('503'))).toEqual([])
})
