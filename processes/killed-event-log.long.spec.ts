import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import { startClusterScenario, waitUntil, type ClusterScenario } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

/** LOG_KILLS extends the test: `LOG_KILLS=50`. */
const kills = Number(process.env['LOG_KILLS'] ?? 2)

vi.setConfig({ testTimeout: 60_000 + kills * 20_000, hookTimeout: 60_000 })

let cluster: ClusterScenario
beforeAll(async () => {
  cluster = await startClusterScenario()
})
afterAll(async () => void (await cluster.remove()))

test('acknowledged events survive every kill of the log, are stored once, and reach the read models', async () => {
  const { log } = cluster
  const traffic = new Traffic({ cluster, concurrency: 12 })
  const work = traffic.run(Infinity, 150)
  onTestFinished(() => traffic.stop())
  for (let kill = 0; kill < kills; kill++) {
    const goal = traffic.acceptedCount + 30 + ((kill * 37) % 80)
    await waitUntil(30_000, async () => traffic.acceptedCount >= goal)
    const before = traffic.retriedErrors.length
    await log.kill()
    // A command in flight may or may not have been stored; the client retries it.
    await waitUntil(30_000, async () => traffic.retriedErrors.length > before)
    await log.start()
  }
  const goal = traffic.acceptedCount + 30
  await waitUntil(30_000, async () => traffic.acceptedCount >= goal)
  traffic.stop()
  await work
  expect(traffic.findLogErrors(await readAllEvents(cluster.eventLog))).toEqual([])
  expect(traffic.newestPosition).toBeLessThanOrEqual(await cluster.eventLog.head())
  expect(await cluster.findDifferences()).toEqual([])
  // The only error that clients saw was the request to retry.
  expect(traffic.retriedErrors.filter((message) => !message.includes('503'))).toEqual([])
})
