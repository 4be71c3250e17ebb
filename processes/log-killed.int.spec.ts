import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { eventsOf } from '../e2e/cluster/fold.ts'
import { startScene, until, type Scene } from '../e2e/cluster/scene.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

// Processes are started and ended here, and engines waited for.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const kills = 5

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(async () => void (await scene.remove()))

test('the log is killed and started again while everybody acts: what was acknowledged is there, once, and the views follow', async () => {
  const { log } = scene
  const traffic = new Traffic({ cluster: scene, atOnce: 24 })
  const going = traffic.go(Infinity, 150)
  onTestFinished(() => traffic.rest())
  for (let kill = 0; kill < kills; kill++) {
    const goal = traffic.accepted + 60 + ((kill * 37) % 80)
    await until(30_000, async () => traffic.accepted >= goal)
    const before = traffic.setbacks.length
    await log.kill()
    // A command that was under way may have been stored: nobody knows, and it is asked for again.
    await until(30_000, async () => traffic.setbacks.length > before)
    await log.start()
  }
  const goal = traffic.accepted + 60
  await until(30_000, async () => traffic.accepted >= goal)
  traffic.rest()
  await going
  expect(traffic.wrongIn(await eventsOf(scene.events))).toEqual([])
  expect(traffic.newest).toBeLessThanOrEqual(await scene.events.head())
  expect(await scene.wrong()).toEqual([])
  // Nobody was told anything but to come again.
  expect(traffic.setbacks.filter((words) => !words.includes('503'))).toEqual([])
})
