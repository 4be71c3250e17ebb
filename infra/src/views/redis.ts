import { randomUUID } from 'node:crypto'
import { openRedis, type OpenRedisOptions, type RedisClients } from './redis/clients.ts'
import { Line } from './redis/line.ts'
import { readings } from './redis/readings.ts'
import { scripts, type Script } from './redis/scripts.ts'
import { Watchers } from './redis/watchers.ts'
import {
  buildKey,
  buildWord,
  commitWords,
  leaseWords,
  presencesIn,
  textsIn,
  viewWord,
} from './redis/words.ts'
import { Fenced, OutOfStep, ViewNotBuilt, type Readable, type ViewStore } from './views.ts'

export type RedisViewsOptions = RedisClients & {
  /** Milliseconds after which a build that nobody fed is forgotten; an hour when missing. */
  abandonedAfterMs?: number
}

/** Connects to a Redis server and keeps views there. Throws what `openRedis` throws. */
export async function openRedisViews(options: OpenRedisOptions): Promise<ViewStore> {
  return redisViews(await openRedis(options))
}

/**
 * Views in Redis, shared by many processes. Every change is one script, which checks fence, repeat and position before
 * its first write. Whoever names a build feeds it: these calls wait until Redis is back. All others answer soon or
 * throw `StoreUnavailable`. Closing it closes the clients.
 */
export function redisViews({ abandonedAfterMs = 3_600_000, ...clients }: RedisViewsOptions): ViewStore {
  const requests = new Line(clients.requests)
  const worker = new Line(clients.worker)
  const watchers = new Watchers(clients.worker)
  const change = async (script: Script, view: Readable, words: readonly string[]): Promise<void> => {
    const reply = await script(worker, words)
    if (reply === 'fenced') throw new Fenced(view)
    if (reply === 'unbuilt') throw new ViewNotBuilt(view)
  }

  return {
    ...readings({ requests, worker }),
    live: async (view) => {
      const [build, position] = textsIn(await scripts.live(requests, [viewWord(view)]))
      if (build === undefined || position === undefined) return undefined
      return { build: buildKey(view, build), checkpoint: BigInt(position) }
    },
    begin: async (view, lease) => {
      const build = randomUUID()
      const words = [viewWord(view), ...leaseWords(lease), build, `${abandonedAfterMs}`]
      await change(scripts.begin, view, words)
      return buildKey(view, build)
    },
    goLive: (build, lease) =>
      change(scripts.goLive, build, [viewWord(build), ...leaseWords(lease), build.build]),
    commit: async (commit) => {
      const { build, from } = commit
      const [verdict, position] = textsIn(await scripts.commit(worker, commitWords(commit)))
      if (verdict === 'fenced') throw new Fenced(build)
      if (verdict === 'unbuilt') throw new ViewNotBuilt(build)
      if (verdict === 'behind') throw new OutOfStep(build, from, BigInt(position ?? -1))
    },
    drop: (key) => change(scripts.drop, key, [viewWord(key), buildWord(key)]),
    lead: async ({ name, version }, owner, forMs) => {
      const view = { name, version }
      const words = [viewWord(view), owner, `${Math.ceil(forMs)}`, `${abandonedAfterMs}`]
      const fence = await scripts.lead(requests, words)
      return fence === null ? undefined : { view, owner, fence: Number(fence) }
    },
    resign: async (lease) => {
      await scripts.resign(requests, [viewWord(lease.view), ...leaseWords(lease)])
    },
    attend: async ({ owner, views }, forMs) => {
      const words = [owner, JSON.stringify(views.map(({ name, version }) => ({ name, version }))), `${forMs}`]
      return presencesIn(await scripts.attend(requests, words))
    },
    watch: (listener) => watchers.add(listener),
    close: async () => {
      watchers.close()
      requests.close()
      worker.close()
    },
  }
}
