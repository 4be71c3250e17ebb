import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import { startClusterScenario, waitUntil, type ClusterScenario } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

// Processes are started and ended here, and engines waited for.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const kills = 5

let scene: ClusterScenario
beforeAll(async () => {
  scene = await startClusterScenario()
})
afterAll(async () => void (await scene.remove()))

test('the log is killed and started again while everybody acts: what was acknowledged is there, once, and the views follow', async () => {
  const { log } = scene
  const traffic = new Traffic({ cluster: scene, concurrency: 24 })
  const going = traffic.run(Infinity, 150)
  onTestFinished(() => traffic.stop())
  for (let kill = 0; kill < kills; kill++) {
    const goal = traffic.acceptedCount + 60 + ((kill * 37) % 80)
    await waitUntil(30_000, async () => traffic.acceptedCount >= goal)
    const before = traffic.retriedErrors.length
    await log.kill()
    // A command that was under way may have been stored: nobody knows, and it is asked for again.
    await waitUntil(30_000, async () => traffic.retriedErrors.length > before)
    await log.start()
  }
  const goal = traffic.acceptedCount + 60
  await waitUntil(30_000, async () => traffic.acceptedCount >= goal)
  traffic.stop()
  await going
  expect(traffic.findLogErrors(await readAllEvents(scene.events))).toEqual([])
  expect(traffic.newestPosition).toBeLessThanOrEqual(await scene.events.head())
  expect(await scene.findDifferences()).toEqual([])
  // Nobody was told anything but to come again.
  expect(traffic.retriedErrors.filter((words) => !words.includes('503'))).toEqual([])
})
