import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAllEvents, projections } from '../e2e/cluster/expected-read-models.ts'
import { LeaderboardPoller } from '../e2e/cluster/leaderboard-poller.ts'
import type { ClusterProcess } from '../e2e/support/cluster.ts'
import {
  projectorAssignments,
  initialHistory,
  startClusterScenario,
  waitUntil,
  type ClusterScenario,
} from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

// Processes are started and ended here, and engines waited for.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const nextRelease = ['--import', './e2e/cluster/next-release.ts', 'main.ts']
const readsPerSecond = 200

let scene: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  scene = await startClusterScenario()
  traffic = new Traffic({ cluster: scene })
  // Something to build anew.
  await traffic.run(1_500)
})
afterAll(async () => void (await scene.remove()))

/** Reads and does things until the test is over. */
function crowd(address: () => string, deedsPerSecond: number) {
  const token = traffic.tokenFor(1)
  const readers = new LeaderboardPoller({
    baseUrl: address,
    token,
    perSecond: readsPerSecond,
    expectedRows: initialHistory.participants,
  })
  const going = traffic.run(Infinity, deedsPerSecond)
  onTestFinished(async () => {
    traffic.stop()
    await readers.stop()
  })
  return { readers, going }
}

/** Web processes in turns, as a proxy would do it. */
function inTurns(webs: readonly ClusterProcess[]): () => string {
  let turn = 0
  return () => webs[turn++ % webs.length]?.url ?? ''
}

/** Notes the live build of each view whenever it is another one. The answer ends that. */
function watchBuilds() {
  const seen = new Map<string, string[]>(projections.map(({ name }) => [name, []]))
  let isOver = false
  const watching = waitUntil(120_000, async () => {
    const found = await Promise.all(projections.map(scene.peek.liveBuild))
    projections.forEach(({ name }, at) => {
      const builds = seen.get(name) ?? []
      const build = found[at]?.build ?? 'none'
      if (builds.at(-1) !== build) builds.push(build)
    })
    return isOver
  })
  const end = async () => {
    isOver = true
    await watching
    return seen
  }
  onTestFinished(async () => void (await end()))
  return end
}

test('views are built anew beside those that are read, and take their places in one step, while everybody acts', async () => {
  const before = new Map(
    await Promise.all(
      projections.map(async (view) => [view.name, (await scene.peek.liveBuild(view))?.build] as const),
    ),
  )
  const builds = watchBuilds()
  const { readers, going } = crowd(inTurns(scene.webs), 60)
  for (const { process: feeder, projections: fed } of await projectorAssignments(scene)) {
    const said = () => feeder.output().split('the view was built anew').length - 1
    const goal = said() + fed.length
    process.kill(feeder.pid(), 'SIGUSR2')
    await waitUntil(60_000, async () => said() === goal)
  }
  traffic.stop()
  await going
  await readers.stop()
  for (const [name, seen] of await builds()) {
    expect([name, seen]).toEqual([name, [before.get(name), expect.not.stringMatching('none')]])
    expect(seen[1]).not.toBe(seen[0])
  }
  expect(readers.errors).toEqual([])
  expect(readers.readsPerSecond).toBeGreaterThan(readsPerSecond * 0.9)
  expect(await scene.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(scene.events))).toEqual([])
})

/** What the views of the next release must hold: the board has names in capitals there. */
const nextViews = projections.map((view): Projection => {
  if (view.name !== 'leaderboard-r1') return { ...view, version: view.version + 1 }
  const evolve: Projection['evolve'] = (document, event, id) => {
    const after = view.evolve(document, event, id)
    return after && { ...after, name: String(after['name']).toUpperCase() }
  }
  return { ...view, version: view.version + 1, evolve }
})

test('the next release builds its own versions of all views beside those of this one, and readers go over in one step', async () => {
  const old = [...scene.webs]
  const web = await scene.addProcess('web', nextRelease)
  const projector = await scene.addProcess('projector', nextRelease)
  let isReady = false
  const oldOnes = inTurns(old)
  const { readers, going } = crowd(() => (isReady ? web.url : oldOnes()), 40)
  await Promise.all([web.start(), projector.start()])
  isReady = true
  const goal = readers.requestCount + 2 * readsPerSecond
  await waitUntil(30_000, async () => readers.requestCount >= goal)
  traffic.stop()
  await going
  // Both releases are right as long as both are there.
  expect(await scene.findDifferences()).toEqual([])
  expect(await scene.findDifferences(nextViews)).toEqual([])
  // The old ones end while the new one is read; nobody is left over who could feed theirs.
  const codes = await Promise.all([...old, ...scene.projectors].map((member) => member.stop()))
  await readers.stop()
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readers.errors).toEqual([])
  expect(readers.readsPerSecond).toBeGreaterThan(readsPerSecond * 0.9)
  expect(readers.nameSpellings).toEqual(['participant', 'PARTICIPANT'])
  expect(traffic.retriedErrors).toEqual([])
})
