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

/** KILLS and EVENTS extend the test: `KILLS=20 EVENTS=10000`. */
const kills = Number(process.env['KILLS'] ?? 2)
const events = Number(process.env['EVENTS'] ?? 800)
/** Of the events between two kills, three in ten are changes of profiles, appended in groups of five. */
const profileChanges = Math.round((events / kills) * 0.06) * 5
const requests = Math.round(events / kills) - profileChanges
/** Milliseconds within which another projector has to run the projections of the one that failed. */
const takeoverLimitMs = 5_000
/** Milliseconds that a projector stands still: at least until its leases have been taken over. */
const standstillMs = Number(process.env['STANDSTILL_MS'] ?? 0)

vi.setConfig({ testTimeout: 60_000 + kills * 20_000 + standstillMs, hookTimeout: 60_000 })

let cluster: ClusterScenario
let traffic: Traffic
beforeAll(async () => {
  cluster = await startClusterScenario()
  traffic = new Traffic({ cluster, concurrency: 24 })
})
afterAll(async () => void (await cluster.remove()))

/** The projector that runs the leaderboard. */
async function leaderboardProjector(): Promise<ProjectorAssignment> {
  const assignments = await projectorAssignments(cluster)
  const found = assignments.find(({ projections }) =>
    projections.some(({ name }) => name === 'leaderboard-r1'),
  )
  if (!found) throw new Error('No projector runs the leaderboard.')
  return found
}

/** Milliseconds until other projectors hold all leases of this one, and have caught up with the log as it is now. */
async function takeoverMs({ owner, projections }: ProjectorAssignment): Promise<number> {
  const since = performance.now()
  const head = await cluster.events.head()
  await waitUntil(2 * takeoverLimitMs, async () => {
    const found = await Promise.all(
      projections.map(
        async (readModel) =>
          [await cluster.peek.lease(readModel), await cluster.peek.liveBuild(readModel)] as const,
      ),
    )
    return found.every(([lease, live]) => lease && lease.owner !== owner && live && live.position >= head)
  })
  return performance.now() - since
}

/** Opens a socket at each web process. Returns the leaderboard updates that each has received when called. */
async function watchLeaderboard(): Promise<() => string[][]> {
  const sockets = await Promise.all(cluster.webs.map(({ url }) => openSocket(url, traffic.tokenFor(1))))
  for (const { socket } of sockets) onTestFinished(() => void socket.close())
  return () => sockets.map(({ heard }) => heard.flatMap(leaderboardUpdate))
}

/** A duplicate has the same timestamp to the millisecond; updates of two projectors may have the same position. */
const leaderboardUpdate = ({ message, payload }: ReceivedMessage): string[] =>
  message === 'leaderboard.changed' ? [JSON.stringify(payload)] : []

test('every read model is the fold of the log after each kill of the leading projector', async ({
  annotate,
}) => {
  const eventsBefore = (await readAllEvents(cluster.events)).length
  const receivedUpdates = await watchLeaderboard()
  const takeovers: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const killed = await leaderboardProjector()
    const goal = traffic.acceptedCount + 20 + ((kill * 53) % Math.ceil(requests / 2))
    const work = Promise.all([
      traffic.run(requests),
      appendProfileChanges(cluster.events, profileChanges, kill * profileChanges),
    ])
    await waitUntil(60_000, async () => traffic.acceptedCount >= goal)
    await killed.process.kill()
    // Every other time it restarts before its leases have expired, as under an orchestrator.
    const earlyRestart = kill % 2 === 0 ? killed.process.start() : undefined
    takeovers.push(await takeoverMs(killed))
    await Promise.all([earlyRestart ?? killed.process.start(), work])
    expect([kill, await cluster.findDifferences()]).toEqual([kill, []])
  }
  await annotate(
    `taken over within ${Math.round(Math.min(...takeovers))} to ${Math.round(Math.max(...takeovers))} ms`,
  )
  expect(takeovers.filter((ms) => ms > takeoverLimitMs)).toEqual([])
  // No request failed, and no command was executed twice.
  expect(traffic.retriedErrors).toEqual([])
  const all = await readAllEvents(cluster.events)
  expect(all.length - eventsBefore).toBe(kills * (requests + profileChanges))
  expect(traffic.findLogErrors(all)).toEqual([])
  for (const updates of receivedUpdates()) {
    expect(updates.length).toBeGreaterThan(kills)
    expect(new Set(updates).size).toBe(updates.length)
  }
})

/** What the store throws at a commit under an expired lease. */
async function commitError(lease: Lease): Promise<unknown> {
  const { readModel } = lease
  const { build, checkpoint } = (await cluster.store.liveBuild(readModel)) ?? {
    build: { ...readModel, build: 'none' },
    checkpoint: 0n,
  }
  const step = { build, lease, stepId: 'an outdated step', from: checkpoint, to: checkpoint + 1n }
  const upsert = { id: 'outdated', document: {}, indexEntries: {} }
  return cluster.store
    .commit({ ...step, upserts: [upsert], deletes: [], messages: [] })
    .catch((error: unknown) => error)
}

test('a projector that resumes after its leases were taken over writes nothing under them', async () => {
  const stalled = await leaderboardProjector()
  const receivedUpdates = await watchLeaderboard()
  const work = traffic.run(Infinity, 80)
  onTestFinished(() => traffic.stop())
  await waitUntil(60_000, async () => receivedUpdates().every((updates) => updates.length > 3))
  const outputBefore = stalled.process.output().length
  const leases = await Promise.all(stalled.projections.map(cluster.peek.lease))
  stalled.process.freeze()
  onTestFinished(() => stalled.process.thaw())
  const stalledAt = performance.now()
  expect(await takeoverMs(stalled)).toBeLessThan(takeoverLimitMs)
  await waitUntil(2 * standstillMs, async () => performance.now() - stalledAt >= standstillMs)
  for (const lease of leases) expect(lease && (await commitError(lease))).toBeInstanceOf(Fenced)
  // The log grew while the projector stood still, and grows while it resumes.
  const goal = traffic.acceptedCount + 100
  stalled.process.thaw()
  await waitUntil(60_000, async () => traffic.acceptedCount >= goal)
  traffic.stop()
  await work
  expect(await cluster.findDifferences()).toEqual([])
  expect(traffic.retriedErrors).toEqual([])
  expect(traffic.findLogErrors(await readAllEvents(cluster.events))).toEqual([])
  for (const updates of receivedUpdates()) expect(new Set(updates).size).toBe(updates.length)
  // It noticed the loss of its leases by itself, and runs projections again.
  const output = stalled.process.output().slice(outputBefore)
  for (const { name } of stalled.projections)
    expect(output).toMatch(new RegExp(`"name":"${name}".*stopped running this projection`))
  await projectorAssignments(cluster)
})
