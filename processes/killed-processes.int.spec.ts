import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openSocket, type ReceivedMessage } from '@thirty/infra/testing/live/socket-client.ts'
import { Fenced, type Lease } from '@thirty/infra/read-models/read-models.ts'
import { appendProfileChanges } from '../e2e/cluster/profile-changes.ts'
import { readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import {
  projectorAssignments,
  startClusterScenario,
  waitUntil,
  type ProjectorAssignment,
  type ClusterScenario,
} from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'

// Leases have to run out here, and processes to start.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })

const kills = 20
/** What people do between two kills, and what happens to people: ten thousand events in all. */
const deeds = 350
const changes = 150
/** Milliseconds within which somebody else has to feed what nobody feeds any more. */
const takeOver = 5_000

let scene: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  scene = await startClusterScenario()
  traffic = new Traffic({ cluster: scene, concurrency: 24 })
})
afterAll(async () => void (await scene.remove()))

/** Whoever feeds the board. */
async function leader(): Promise<ProjectorAssignment> {
  const feeders = await projectorAssignments(scene)
  const found = feeders.find(({ projections: views }) => views.some(({ name }) => name === 'leaderboard-r1'))
  if (!found) throw new Error('Nobody feeds the board.')
  return found
}

/** Milliseconds until all views of a feeder are fed by somebody else, and are where the log is now. */
async function takenOver({ owner, projections: views }: ProjectorAssignment): Promise<number> {
  const since = performance.now()
  const head = await scene.events.head()
  await waitUntil(2 * takeOver, async () => {
    const found = await Promise.all(
      views.map(async (view) => [await scene.peek.lease(view), await scene.peek.liveBuild(view)] as const),
    )
    return found.every(([lease, live]) => lease && lease.owner !== owner && live && live.position >= head)
  })
  return performance.now() - since
}

/** A socket at each web process; answers the changes of the board that each heard so far. */
async function ears(): Promise<() => string[][]> {
  const sockets = await Promise.all(scene.webs.map(({ url }) => openSocket(url, traffic.tokenFor(1))))
  for (const { socket } of sockets) onTestFinished(() => void socket.close())
  return () => sockets.map(({ heard }) => heard.flatMap(frameOf))
}

/** A frame that came twice is the same to the millisecond; two leaders may well speak of one position. */
const frameOf = ({ message, payload }: ReceivedMessage): string[] =>
  message === 'leaderboard.changed' ? [JSON.stringify(payload)] : []

test('the leading projector is killed twenty times during ten thousand events: every view is the fold of the log every time', async ({
  annotate,
}) => {
  const before = (await readAllEvents(scene.events)).length
  const heard = await ears()
  const times: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const fallen = await leader()
    const goal = traffic.acceptedCount + 20 + ((kill * 53) % 150)
    const going = Promise.all([
      traffic.run(deeds),
      appendProfileChanges(scene.events, changes, kill * changes),
    ])
    await waitUntil(60_000, async () => traffic.acceptedCount >= goal)
    await fallen.process.kill()
    // Every other time it is back before its leases have run out, as an orchestrator would have it.
    const isBack = kill % 2 === 0 ? fallen.process.start() : undefined
    times.push(await takenOver(fallen))
    await Promise.all([isBack ?? fallen.process.start(), going])
    expect([kill, await scene.findDifferences()]).toEqual([kill, []])
  }
  await annotate(
    `taken over within ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`,
  )
  expect(times.filter((time) => time > takeOver)).toEqual([])
  // Whoever did something noticed nothing but a wait, and nothing was done twice.
  expect(traffic.retriedErrors).toEqual([])
  const all = await readAllEvents(scene.events)
  expect(all.length - before).toBe(kills * (deeds + changes))
  expect(traffic.findLogErrors(all)).toEqual([])
  for (const frames of heard()) {
    expect(frames.length).toBeGreaterThan(kills)
    expect(new Set(frames).size).toBe(frames.length)
  }
})

/** What somebody hears who feeds a view by a lease of old. */
async function refusal(lease: Lease): Promise<unknown> {
  const { readModel: view } = lease
  const { build, checkpoint } = (await scene.store.liveBuild(view)) ?? {
    build: { ...view, build: 'none' },
    checkpoint: 0n,
  }
  const step = { build, lease, stepId: 'a step of old', from: checkpoint, to: checkpoint + 1n }
  const put = { id: 'of old', document: {}, indexEntries: {} }
  return scene.store
    .commit({ ...step, upserts: [put], deletes: [], messages: [] })
    .catch((error: unknown) => error)
}

test('a leading projector that stands still for ten seconds and wakes changes nothing that is not its own any more', async () => {
  const stalled = await leader()
  const heard = await ears()
  const going = traffic.run(Infinity, 80)
  onTestFinished(() => traffic.stop())
  await waitUntil(60_000, async () => heard().every((positions) => positions.length > 3))
  const said = stalled.process.output().length
  const leases = await Promise.all(stalled.projections.map(scene.peek.lease))
  stalled.process.freeze()
  onTestFinished(() => stalled.process.thaw())
  const stands = pause(10_000)
  expect(await takenOver(stalled)).toBeLessThan(takeOver)
  await stands
  for (const lease of leases) expect(lease && (await refusal(lease))).toBeInstanceOf(Fenced)
  // The log went on while it stood still, and goes on while it wakes.
  const goal = traffic.acceptedCount + 100
  stalled.process.thaw()
  await waitUntil(60_000, async () => traffic.acceptedCount >= goal)
  traffic.stop()
  await going
  expect(await scene.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(scene.events))).toEqual([])
  for (const frames of heard()) expect(new Set(frames).size).toBe(frames.length)
  // It noticed by itself, and takes part again.
  const words = stalled.process.output().slice(said)
  for (const { name } of stalled.projections)
    expect(words).toMatch(new RegExp(`"name":"${name}".*feeds this view no longer`))
  await projectorAssignments(scene)
})
