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

/** REBUILD_EVENTS extends the test: `REBUILD_EVENTS=1500`. */
const eventsToRebuild = Number(process.env['REBUILD_EVENTS'] ?? 300)

/** A busy machine needs two minutes for each test. */
const timeLimit = 240_000 + eventsToRebuild * 20
vi.setConfig({ testTimeout: timeLimit, hookTimeout: 60_000 + eventsToRebuild * 20 })

const nextRelease = ['--import', './e2e/cluster/next-release.ts', 'main.ts']
/** Most of the work of this test is to answer them: more find shorter gaps between two builds, and take longer. */
const readsPerSecond = 100

let cluster: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  cluster = await startClusterScenario()
  traffic = new Traffic({ cluster })
  await traffic.run(eventsToRebuild)
})
afterAll(async () => void (await cluster.remove()))

/** Reads the leaderboard and sends commands until the end of the test. */
function startLoad(baseUrl: () => string, commandsPerSecond: number) {
  const token = traffic.tokenFor(1)
  const readers = new LeaderboardPoller({
    baseUrl,
    token,
    perSecond: readsPerSecond,
    expectedRows: initialHistory.participants,
  })
  const work = traffic.run(Infinity, commandsPerSecond)
  onTestFinished(async () => {
    traffic.stop()
    await readers.stop()
  })
  return { readers, work }
}

/** Returns a function that returns the URL of the next web process, as a proxy with round robin would choose it. */
function roundRobin(webs: readonly ClusterProcess[]): () => string {
  let turn = 0
  return () => webs[turn++ % webs.length]?.url ?? ''
}

/** Records every live build of each read model. Returns a function that stops it and returns the builds by name. */
function watchBuilds() {
  const seen = new Map<string, string[]>(projections.map(({ name }) => [name, []]))
  let isStopped = false
  const watching = waitUntil(timeLimit, async () => {
    const found = await Promise.all(projections.map(cluster.inspector.liveBuild))
    projections.forEach(({ name }, index) => {
      const builds = seen.get(name) ?? []
      const build = found[index]?.build ?? 'none'
      if (builds.at(-1) !== build) builds.push(build)
    })
    return isStopped
  })
  const stop = async () => {
    isStopped = true
    await watching
    return seen
  }
  onTestFinished(async () => void (await stop()))
  return stop
}

test('rebuilt read models replace the live ones in one step, under load and without a failed read', async () => {
  const before = new Map(
    await Promise.all(
      projections.map(
        async (readModel) => [readModel.name, (await cluster.inspector.liveBuild(readModel))?.build] as const,
      ),
    ),
  )
  const builds = watchBuilds()
  const { readers, work } = startLoad(roundRobin(cluster.webs), 30)
  for (const { process: projector, projections: assigned } of await projectorAssignments(cluster)) {
    const rebuilds = () => projector.output().split('the read model was rebuilt').length - 1
    const goal = rebuilds() + assigned.length
    process.kill(projector.pid(), 'SIGUSR2')
    await waitUntil(120_000, async () => rebuilds() === goal)
  }
  traffic.stop()
  await work
  await readers.stop()
  for (const [name, seen] of await builds()) {
    expect([name, seen]).toEqual([name, [before.get(name), expect.not.stringMatching('none')]])
    expect(seen[1]).not.toBe(seen[0])
  }
  expect(readers.errors).toEqual([])
  // Shows that the rebuild was under load; a busy machine answers less often than it is asked.
  expect(readers.readsPerSecond).toBeGreaterThan(readsPerSecond * 0.2)
  expect(await cluster.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(cluster.eventLog))).toEqual([])
})

/** The projections of the next release, whose leaderboard has names in capitals. */
const nextProjections = projections.map((projection): Projection => {
  if (!projection.name.startsWith('leaderboard-r1')) return { ...projection, version: projection.version + 1 }
  const evolve: Projection['evolve'] = (document, event, id, others) => {
    const after = projection.evolve(document, event, id, others)
    return after && { ...after, name: String(after['name']).toUpperCase() }
  }
  return { ...projection, version: projection.version + 1, evolve }
})

test('the next release builds its own versions of all read models, and readers switch over in one step', async () => {
  const oldWebs = [...cluster.webs]
  const oldProcesses = [...oldWebs, ...cluster.projectors]
  // A repetition of this test finds them stopped.
  await Promise.all(oldProcesses.filter((member) => !member.isRunning()).map((member) => member.start()))
  const web = await cluster.addProcess('web', nextRelease)
  const projector = await cluster.addProcess('projector', nextRelease)
  onTestFinished(async () => {
    const running = [web, projector].filter((member) => member.isRunning())
    await Promise.all(running.map((member) => member.stop()))
  })
  let isReady = false
  const oldUrl = roundRobin(oldWebs)
  const { readers, work } = startLoad(() => (isReady ? web.url : oldUrl()), 20)
  await Promise.all([web.start(), projector.start()])
  isReady = true
  const goal = readers.requestCount + 2 * readsPerSecond
  await waitUntil(60_000, async () => readers.requestCount >= goal)
  traffic.stop()
  await work
  // Both releases are correct while both run.
  expect(await cluster.findDifferences()).toEqual([])
  expect(await cluster.findDifferences(nextProjections)).toEqual([])
  // The old processes end while the new one serves reads; no process is left that could run their projections.
  const codes = await Promise.all(oldProcesses.map((member) => member.stop()))
  await readers.stop()
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readers.errors).toEqual([])
  // Shows that the rebuild was under load; a busy machine answers less often than it is asked.
  expect(readers.readsPerSecond).toBeGreaterThan(readsPerSecond * 0.2)
  expect(readers.nameSpellings).toEqual(['participant', 'PARTICIPANT'])
  expect(traffic.retriedErrors).toEqual([])
})
