import { setTimeout as pause } from 'node:timers/promises'
import { openEventStoreLog } from '@thirty/infra/testing/event-log/open-eventstore-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { redisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { openRedis } from '@thirty/infra/redis/open-redis.ts'
import { inspectRedis, type RedisInspector } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import type { Lease, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { communityEvents, seedEventLog } from '../../bench/load/seed-community.ts'
import { startCluster, type Cluster, type ClusterSettings, type ClusterProcess } from '../support/cluster.ts'
import { findDifferences } from './read-model-differences.ts'
import { readAllEvents, projections } from './expected-read-models.ts'
import { idleParticipantCount } from './profile-changes.ts'
import { participantCount } from './project-scenarios.ts'

/** A cluster with participants, and access to its stores from outside. */
export type ClusterScenario = Cluster & {
  inspector: RedisInspector
  /** The store and the log, opened as the product opens them. */
  store: ReadModelStore
  eventLog: EventLog
  /**
   * Waits until every read model is live and has reached the current head of the log, then compares it with the fold of
   * the log. Returns a message for each difference. `expected` defaults to the projections of this release. Throws if a
   * read model is not there within 30 seconds.
   */
  findDifferences(expected?: readonly Projection[]): Promise<string[]>
}

/** The projects of two days, a month ago, of all participants including the idle ones. */
export const initialHistory = {
  participants: participantCount + idleParticipantCount,
  days: 2,
  sinceDays: 30,
}

/** Starts a cluster whose log already contains `initialHistory`. The caller removes the cluster. */
export async function startClusterScenario(settings: ClusterSettings = {}): Promise<ClusterScenario> {
  const cluster = await startCluster({ ...settings, startsImmediately: false })
  const closing: (() => unknown)[] = []
  const remove = async () => {
    for (const close of closing.reverse()) await close()
    return cluster.remove()
  }
  try {
    await seedEventLog(cluster.log.folder, communityEvents(initialHistory))
    await cluster.log.start()
    await Promise.all([...cluster.webs, ...cluster.projectors].map((member) => member.start()))
    const inspector = inspectRedis(cluster.redis.url)
    closing.push(inspector.close)
    const redis = await openRedis({ url: cluster.redis.url })
    closing.push(redis.close)
    const store = redisReadModelStore(redis)
    const eventLog = await openEventStoreLog({ url: cluster.log.url, onStoreError: () => undefined })
    closing.push(eventLog.close)
    const compareWithLog = async (expected = projections) => {
      await waitForPosition(inspector, await eventLog.head(), expected)
      return findDifferences({ inspector, store }, await readAllEvents(eventLog), expected)
    }
    return { ...cluster, inspector, store, eventLog, findDifferences: compareWithLog, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Resolves when every read model has reached the position. */
async function waitForPosition(
  inspector: RedisInspector,
  position: bigint,
  expected: readonly Projection[],
): Promise<void> {
  const isReached = async () => {
    const builds = await Promise.all(expected.map(inspector.liveBuild))
    return builds.every((live) => live !== undefined && live.position >= position)
  }
  await waitUntil(30_000, isReached, longIntervalMs)
}

/** Interval of polls that send many requests, which would slow down what they wait for. */
export const longIntervalMs = 100

/** Polls and returns the first result other than `false` and `undefined`. Throws on a timeout. */
export async function waitUntil<Result>(
  timeoutMs: number,
  poll: () => Promise<Result | undefined | false>,
  intervalMs = 20,
): Promise<Result> {
  for (const startedAt = performance.now(); ; await pause(intervalMs)) {
    const result = await poll()
    if (result !== undefined && result !== false) return result
    if (performance.now() - startedAt > timeoutMs)
      throw new Error(`The condition was not met within ${timeoutMs} ms.`)
  }
}

/** The projector that leads, and its lease for each projection. */
export type LeadingProjector = { process: ClusterProcess; leases: readonly Lease[] }

/** Returns the projector that runs all projections, once its metrics, which lag by at most a second, agree with Redis. */
export async function leadingProjector({
  projectors,
  inspector,
}: ClusterScenario): Promise<LeadingProjector> {
  const findLeader = async () => {
    const found = await Promise.all(projections.map((projection) => inspector.lease(projection)))
    const leases = found.filter((lease) => lease !== undefined)
    if (leases.length < projections.length || new Set(leases.map(({ owner }) => owner)).size > 1) return false
    for (const process of projectors)
      if (process.isRunning() && (await runningProjections(process)).length === projections.length)
        return { process, leases }
    return false
  }
  return waitUntil(15_000, findLeader, longIntervalMs)
}

/** Returns the names of the projections that a projector runs, from its metrics. */
async function runningProjections({ url }: ClusterProcess): Promise<string[]> {
  const response = await fetch(`${url}/metrics`).catch(() => undefined)
  const text = (await response?.text()) ?? ''
  return [...text.matchAll(/^thirty_views_led\{view="([^"]+)"\} 1$/gm)].flatMap(([, name]) => name ?? [])
}
