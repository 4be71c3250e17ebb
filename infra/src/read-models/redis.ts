// The store of read models in Redis, shared by many processes. Every change is one script, which checks lease, repeat and checkpoint before
// its first write.

import { randomUUID } from 'node:crypto'
import type { RedisConnections } from '../redis/open-redis.ts'
import { redisQueries, redisScans } from './redis/queries.ts'
import { scripts, type Script, movedChannel } from './redis/scripts.ts'
import {
  createBuildKey,
  formatBuild,
  commitArguments,
  leaseArguments,
  parseLiveBuild,
  parseTexts,
  formatReadModelKey,
  parseCheckpointMoved,
} from './redis/script-encoding.ts'
import {
  Fenced,
  CheckpointMismatch,
  ReadModelNotBuilt,
  type ReadTarget,
  type ReadModelStore,
  type CheckpointMoved,
} from './read-models.ts'
import type { Redis } from 'ioredis'

/**
 * Calls with a build come from a projection worker and wait until Redis is back. All others respond soon or throw `StoreUnavailable`.
 * `abandonedAfterMs`: milliseconds without a commit after which a build is deleted; an hour when missing. The store does not close the
 * connections.
 */
export function redisReadModelStore(
  { requests, worker }: Omit<RedisConnections, 'close'>,
  { abandonedAfterMs = 3_600_000 } = {},
): ReadModelStore {
  const watches = new Set<() => void>()
  const change = async (
    script: Script,
    readModel: ReadTarget,
    scriptArguments: readonly string[],
  ): Promise<void> => {
    const reply = await script(worker, scriptArguments)
    if (reply === 'fenced') throw new Fenced(readModel)
    if (reply === 'unbuilt') throw new ReadModelNotBuilt(readModel)
  }

  return {
    ...redisQueries({ requests, worker }),
    ...redisScans(requests),
    liveBuild: async (readModel) =>
      parseLiveBuild(readModel, await scripts.liveBuild(requests, [formatReadModelKey(readModel)])),
    beginEpoch: async (epoch) => (await scripts.beginEpoch(requests, ['', epoch, randomUUID()])) === 1,
    beginBuild: async (readModel, lease) => {
      const build = randomUUID()
      const scriptArguments = [
        formatReadModelKey(readModel),
        ...leaseArguments(lease),
        build,
        `${abandonedAfterMs}`,
        randomUUID(),
      ]
      await change(scripts.beginBuild, readModel, scriptArguments)
      return createBuildKey(readModel, build)
    },
    activate: (build, lease) =>
      change(scripts.activate, build, [formatReadModelKey(build), ...leaseArguments(lease), build.build]),
    commit: async (commit) => {
      const { build, from } = commit
      const [outcome, position] = parseTexts(await scripts.commit(worker, commitArguments(commit)))
      if (outcome === 'fenced') throw new Fenced(build)
      if (outcome === 'unbuilt') throw new ReadModelNotBuilt(build)
      if (outcome === 'behind') throw new CheckpointMismatch(build, from, BigInt(position ?? -1))
    },
    drop: (key) => change(scripts.drop, key, [formatReadModelKey(key), formatBuild(key)]),
    acquireLease: async ({ name, version }, owner, forMs, takesOver = false) => {
      const readModel = { name, version }
      const scriptArguments = [
        formatReadModelKey(readModel),
        owner,
        `${Math.ceil(forMs)}`,
        `${abandonedAfterMs}`,
        takesOver ? 'takes over' : '',
      ]
      const fence = await scripts.acquireLease(requests, scriptArguments)
      return fence === null ? undefined : { readModel, owner, fence: Number(fence) }
    },
    releaseLease: async (lease) => {
      await scripts.releaseLease(requests, [formatReadModelKey(lease.readModel), ...leaseArguments(lease)])
    },
    watch: (listener) => {
      const stop = watchCheckpoints(worker.client, listener)
      watches.add(stop)
      return () => {
        watches.delete(stop)
        stop()
      }
    },
    close: async () => {
      for (const stop of watches) stop()
    },
  }
}

/** Follows the checkpoints of live builds over a connection of its own, with the settings of `client`. Returns a function that ends it. */
function watchCheckpoints(client: Redis, listener: (moved: CheckpointMoved) => void): () => void {
  const connection = client.duplicate()
  // The other connections report errors; this one resubscribes by itself after a reconnect.
  connection.on('error', () => undefined)
  connection.on('message', (_channel: string, text: string) => {
    const moved = parseCheckpointMoved(text)
    if (moved) listener(moved)
  })
  connection.subscribe(movedChannel(client)).catch(() => undefined)
  return () => {
    // The server may still send something.
    connection.removeAllListeners('message')
    connection.disconnect()
  }
}
