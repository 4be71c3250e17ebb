import { setTimeout as pause } from 'node:timers/promises'
import { openEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { inspectRedis, type RedisInspector } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import type { Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { communityEvents, seedEventLog } from '../../infra/bench/load/seed-community.ts'
import { startCluster, type Cluster, type ClusterSettings, type ClusterProcess } from '../support/cluster.ts'
import { findDifferences } from './read-model-differences.ts'
import { readAllEvents, projections } from './expected-read-models.ts'
import { idleParticipantCount } from './profile-changes.ts'
import { participantCount } from './project-scenarios.ts'

/** A cluster with people in it, and everything by which a test looks at it from outside. */
export type ClusterScenario = Cluster & {
  peek: RedisInspector
  /** The store and the log as the product opens them. */
  store: ReadModelStore
  events: EventLog
  /**
   * Waits until every view is live and at the head of the log as it is now, and answers what then differs from the fold
   * of the log, in words. The views are those of this release if not said otherwise. Throws after 30 seconds.
   */
  findDifferences(expected?: readonly Projection[]): Promise<string[]>
}

/** Two days of everybody, a month ago, with those who stand beside the traffic. */
export const initialHistory = {
  participants: participantCount + idleParticipantCount,
  days: 2,
  sinceDays: 30,
}

/** Starts a cluster on a log that has a history. Whoever starts it removes it. */
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
    const peek = inspectRedis(cluster.redis.url)
    closing.push(peek.close)
    const store = await openRedisReadModelStore({ url: cluster.redis.url })
    closing.push(store.close)
    const events = await openEventStoreLog({ url: cluster.log.url, onStoreError: () => undefined })
    closing.push(events.close)
    const wrong = async (expected = projections) => {
      await levelAt(peek, await events.head(), expected)
      return findDifferences({ peek, store }, await readAllEvents(events), expected)
    }
    return { ...cluster, peek, store, events, findDifferences: wrong, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Settles when every view has reached this position. */
async function levelAt(peek: RedisInspector, head: bigint, expected: readonly Projection[]): Promise<void> {
  await waitUntil(30_000, async () => {
    const found = await Promise.all(expected.map(peek.liveBuild))
    return found.every((live) => live !== undefined && live.position >= head)
  })
}

/** Asks every 20 milliseconds until the answer is yes, or something other than nothing; throws when that takes too long. */
export async function waitUntil<Answer>(
  withinMs: number,
  ask: () => Promise<Answer | undefined | false>,
): Promise<Answer> {
  for (const since = performance.now(); ; await pause(20)) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() - since > withinMs) throw new Error(`It did not happen within ${withinMs} ms.`)
  }
}

/** A projector, its name in Redis, and the views that it feeds. */
export type ProjectorAssignment = {
  process: ClusterProcess
  owner: string
  projections: readonly Projection[]
}

/**
 * Who feeds what, once every projector that runs feeds its equal part and Redis says the same as they do. A projector
 * says it a second late at most.
 */
export async function projectorAssignments({
  projectors,
  peek,
}: ClusterScenario): Promise<ProjectorAssignment[]> {
  const running = projectors.filter((projector) => projector.isRunning())
  return waitUntil(15_000, async () => {
    const owners = await Promise.all(projections.map(async (view) => (await peek.lease(view))?.owner))
    const feeders = await Promise.all(
      running.map(async (process) => {
        const led = await ledBy(process)
        const [owner, ...others] = new Set(
          owners.filter((_owner, at) => led.includes(projections[at]?.name ?? '')),
        )
        const isFair = Math.abs(led.length - projections.length / running.length) < 1 && others.length === 0
        return isFair && owner !== undefined
          ? [{ process, owner, projections: projections.filter(({ name }) => led.includes(name)) }]
          : []
      }),
    )
    const found = feeders.flat()
    const isAll = new Set(found.flatMap((feeder) => feeder.projections)).size === projections.length
    return isAll && new Set(found.map(({ owner }) => owner)).size === running.length && found
  })
}

async function ledBy({ url }: ClusterProcess): Promise<string[]> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined)
  const text = (await answer?.text()) ?? ''
  return [...text.matchAll(/^thirty_views_led\{view="([\w-]+)"\} 1$/gm)].flatMap(([, view]) => view ?? [])
}
