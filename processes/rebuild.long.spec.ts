import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { projections } from '../e2e/cluster/expected-read-models.ts'
import { LeaderboardPoller } from '../e2e/cluster/leaderboard-poller.ts'
import { initialHistory, startClusterScenario, waitUntil } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

/** REBUILD_EVENTS extends the test: `REBUILD_EVENTS=1500`. */
const eventsToRebuild = Number(process.env['REBUILD_EVENTS'] ?? 300)

/** A busy machine needs two minutes. */
vi.setConfig({ testTimeout: 240_000 + eventsToRebuild * 40 })

const nextRelease = ['--import', './e2e/cluster/next-release.ts', 'main.ts']
/** Most of the work of this test is to answer them: more find shorter gaps between two builds, and take longer. */
const readsPerSecond = 100

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
  const cluster = await startClusterScenario()
  onTestFinished(async () => void (await cluster.remove()))
  const traffic = new Traffic({ cluster })
  await traffic.run(eventsToRebuild)
  const web = await cluster.addProcess('web', nextRelease)
  const projector = await cluster.addProcess('projector', nextRelease)
  let [isReady, turn] = [false, 0]
  /** As a proxy with round robin would choose it. */
  const oldUrl = () => cluster.webs[turn++ % cluster.webs.length]?.url ?? ''
  const readers = new LeaderboardPoller({
    baseUrl: () => (isReady ? web.url : oldUrl()),
    token: traffic.tokenFor(1),
    perSecond: readsPerSecond,
    expectedRows: initialHistory.participants,
  })
  onTestFinished(readers.stop.bind(readers))
  const work = traffic.run(Infinity, 20)
  onTestFinished(() => traffic.stop())
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
  const codes = await Promise.all([...cluster.webs, ...cluster.projectors].map((member) => member.stop()))
  await readers.stop()
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readers.errors).toEqual([])
  // Shows that the rebuild was under load; a busy machine answers fewer requests than it receives.
  expect(readers.readsPerSecond).toBeGreaterThan(readsPerSecond * 0.2)
  expect(readers.nameSpellings).toEqual(['participant', 'PARTICIPANT'])
  expect(traffic.retriedErrors).toEqual([])
})
