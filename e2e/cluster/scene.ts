import { setTimeout as pause } from 'node:timers/promises'
import { openEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openRedisViews } from '@thirty/infra/views/redis.ts'
import { peekInto, type RedisPeek } from '@thirty/infra/views/redis/spec-contents.ts'
import type { View, ViewStore } from '@thirty/infra/views/views.ts'
import { communityOf, seed } from '../../infra/bench/community.ts'
import { startCluster, type Cluster, type ClusterSettings, type Member } from '../support/cluster.ts'
import { differences } from './compare.ts'
import { eventsOf, views } from './fold.ts'
import { bystanders } from './bystanders.ts'
import { participants } from './projects.ts'

/** A cluster with people in it, and everything by which a test looks at it from outside. */
export type Scene = Cluster & {
  peek: RedisPeek
  /** The store and the log as the product opens them. */
  store: ViewStore
  events: EventLog
  /**
   * Waits until every view is live and at the head of the log as it is now, and answers what then differs from the fold
   * of the log, in words. The views are those of this release if not said otherwise. Throws after 30 seconds.
   */
  wrong(expected?: readonly View[]): Promise<string[]>
}

/** Two days of everybody, a month ago, with those who stand beside the traffic. */
export const history = { participants: participants + bystanders, days: 2, sinceDays: 30 }

/** Starts a cluster on a log that has a history. Whoever starts it removes it. */
export async function startScene(settings: ClusterSettings = {}): Promise<Scene> {
  const cluster = await startCluster({ ...settings, isStarted: false })
  const closing: (() => unknown)[] = []
  const remove = async () => {
    for (const close of closing.reverse()) await close()
    return cluster.remove()
  }
  try {
    await seed(cluster.log.folder, communityOf(history))
    await cluster.log.start()
    await Promise.all([...cluster.webs, ...cluster.projectors].map((member) => member.start()))
    const peek = peekInto(cluster.redis.url)
    closing.push(peek.close)
    const store = await openRedisViews({ url: cluster.redis.url })
    closing.push(store.close)
    const events = await openEventStoreLog({ url: cluster.log.url, onTrouble: () => undefined })
    closing.push(events.close)
    const wrong = async (expected = views) => {
      await levelAt(peek, await events.head(), expected)
      return differences({ peek, store }, await eventsOf(events), expected)
    }
    return { ...cluster, peek, store, events, wrong, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Settles when every view has reached this position. */
async function levelAt(peek: RedisPeek, head: bigint, expected: readonly View[]): Promise<void> {
  await until(30_000, async () => {
    const found = await Promise.all(expected.map(peek.live))
    return found.every((live) => live !== undefined && live.position >= head)
  })
}

/** Asks every 20 milliseconds until the answer is yes, or something other than nothing; throws when that takes too long. */
export async function until<Answer>(
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
export type Feeder = { process: Member; owner: string; views: readonly View[] }

/**
 * Who feeds what, once every projector that runs feeds its equal part and Redis says the same as they do. A projector
 * says it a second late at most.
 */
export async function feedersOf({ projectors, peek }: Scene): Promise<Feeder[]> {
  const running = projectors.filter((projector) => projector.isRunning())
  return until(15_000, async () => {
    const owners = await Promise.all(views.map(async (view) => (await peek.lease(view))?.owner))
    const feeders = await Promise.all(
      running.map(async (process) => {
        const led = await ledBy(process)
        const [owner, ...others] = new Set(owners.filter((_owner, at) => led.includes(views[at]?.name ?? '')))
        const isFair = Math.abs(led.length - views.length / running.length) < 1 && others.length === 0
        return isFair && owner !== undefined
          ? [{ process, owner, views: views.filter(({ name }) => led.includes(name)) }]
          : []
      }),
    )
    const found = feeders.flat()
    const isAll = new Set(found.flatMap((feeder) => feeder.views)).size === views.length
    return isAll && new Set(found.map(({ owner }) => owner)).size === running.length && found
  })
}

async function ledBy({ url }: Member): Promise<string[]> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined)
  const text = (await answer?.text()) ?? ''
  return [...text.matchAll(/^thirty_views_led\{view="([\w-]+)"\} 1$/gm)].flatMap(([, view]) => view ?? [])
}
