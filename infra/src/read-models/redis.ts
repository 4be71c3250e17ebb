import { randomUUID } from 'node:crypto'
import { openRedis, type OpenRedisOptions, type RedisClients } from './redis/clients.ts'
import { RedisConnection } from './redis/connection.ts'
import { redisQueries } from './redis/queries.ts'
import { scripts, type Script } from './redis/scripts.ts'
import { CheckpointWatchers } from './redis/checkpoint-watchers.ts'
import {
  createBuildKey,
  formatBuild,
  commitArguments,
  leaseArguments,
  parseWorkerPresences,
  parseTexts,
  formatReadModelKey,
} from './redis/script-arguments.ts'
import {
  Fenced,
  CheckpointMismatch,
  ReadModelNotBuilt,
  type ReadTarget,
  type ReadModelStore,
} from './read-models.ts'

export type RedisReadModelStoreOptions = RedisClients & {
  /** Milliseconds after which a build that nobody fed is forgotten; an hour when missing. */
  abandonedAfterMs?: number
}

/** Connects to a Redis server and keeps views there. Throws what `openRedis` throws. */
export async function openRedisReadModelStore(options: OpenRedisOptions): Promise<ReadModelStore> {
  return redisReadModelStore(await openRedis(options))
}

/**
 * Views in Redis, shared by many processes. Every change is one script, which checks fence, repeat and position before
 * its first write. Whoever names a build feeds it: these calls wait until Redis is back. All others answer soon or
 * throw `StoreUnavailable`. Closing it closes the clients.
 */
export function redisReadModelStore({
  abandonedAfterMs = 3_600_000,
  ...clients
}: RedisReadModelStoreOptions): ReadModelStore {
  const requests = new RedisConnection(clients.requests)
  const worker = new RedisConnection(clients.worker)
  const watchers = new CheckpointWatchers(clients.worker)
  const change = async (script: Script, view: ReadTarget, words: readonly string[]): Promise<void> => {
    const reply = await script(worker, words)
    if (reply === 'fenced') throw new Fenced(view)
    if (reply === 'unbuilt') throw new ReadModelNotBuilt(view)
  }

  return {
    ...redisQueries({ requests, worker }),
    liveBuild: async (view) => {
      const [build, position] = parseTexts(await scripts.liveBuild(requests, [formatReadModelKey(view)]))
      if (build === undefined || position === undefined) return undefined
      return { build: createBuildKey(view, build), checkpoint: BigInt(position) }
    },
    beginBuild: async (view, lease) => {
      const build = randomUUID()
      const words = [formatReadModelKey(view), ...leaseArguments(lease), build, `${abandonedAfterMs}`]
      await change(scripts.beginBuild, view, words)
      return createBuildKey(view, build)
    },
    activate: (build, lease) =>
      change(scripts.activate, build, [formatReadModelKey(build), ...leaseArguments(lease), build.build]),
    commit: async (commit) => {
      const { build, from } = commit
      const [verdict, position] = parseTexts(await scripts.commit(worker, commitArguments(commit)))
      if (verdict === 'fenced') throw new Fenced(build)
      if (verdict === 'unbuilt') throw new ReadModelNotBuilt(build)
      if (verdict === 'behind') throw new CheckpointMismatch(build, from, BigInt(position ?? -1))
    },
    drop: (key) => change(scripts.drop, key, [formatReadModelKey(key), formatBuild(key)]),
    acquireLease: async ({ name, version }, owner, forMs) => {
      const view = { name, version }
      const words = [formatReadModelKey(view), owner, `${Math.ceil(forMs)}`, `${abandonedAfterMs}`]
      const fence = await scripts.acquireLease(requests, words)
      return fence === null ? undefined : { readModel: view, owner, fence: Number(fence) }
    },
    releaseLease: async (lease) => {
      await scripts.releaseLease(requests, [formatReadModelKey(lease.readModel), ...leaseArguments(lease)])
    },
    announceWorker: async ({ owner, readModels: views }, forMs) => {
      const words = [owner, JSON.stringify(views.map(({ name, version }) => ({ name, version }))), `${forMs}`]
      return parseWorkerPresences(await scripts.announceWorker(requests, words))
    },
    watch: (listener) => watchers.add(listener),
    close: async () => {
      watchers.close()
      requests.close()
      worker.close()
    },
  }
}
