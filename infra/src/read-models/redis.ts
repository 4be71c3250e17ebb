// The store of read models in Redis, shared by many processes. Every change is one script, which checks lease, repeat and checkpoint before
// its first write.

import { randomUUID } from 'node:crypto'
import type { RedisConnections } from '../redis/open-redis.ts'
import { redisQueries, redisScans } from './redis/queries.ts'
import {
  commitArguments,
  formatBuild,
  leaseArguments,
  movedChannel,
  parseCheckpointMoved,
  parseLiveBuild,
  parseTexts,
  scripts,
  type Script,
} from './redis/scripts.ts'
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
  /** Runs a script that refuses some changes. Returns its reply. */
  const change = async (script: Script, key: ReadTarget, scriptArguments: readonly string[]) => {
    const reply = parseTexts([await script(worker, key, scriptArguments)].flat())
    if (reply[0] === 'fenced') throw new Fenced(key)
    if (reply[0] === 'unbuilt') throw new ReadModelNotBuilt(key)
    return reply
  }

  return {
    ...redisQueries({ requests, worker }),
    ...redisScans(requests),
    liveBuild: async (readModel) => parseLiveBuild(readModel, await scripts.liveBuild(requests, readModel)),
    beginEpoch: async (epoch) => (await scripts.beginEpoch(requests, undefined, [epoch, randomUUID()])) === 1,
    beginBuild: async ({ name, version }, lease) => {
      const build = { name, version, build: randomUUID() }
      const scriptArguments = [...leaseArguments(lease), build.build, `${abandonedAfterMs}`, randomUUID()]
      await change(scripts.beginBuild, build, scriptArguments)
      return build
    },
    activate: async (build, lease) =>
      void (await change(scripts.activate, build, [...leaseArguments(lease), build.build])),
    commit: async (commit) => {
      const { build, from } = commit
      const [outcome, position] = await change(scripts.commit, build, commitArguments(commit))
      if (outcome === 'behind') throw new CheckpointMismatch(build, from, BigInt(position ?? -1))
    },
    drop: async (key) => void (await change(scripts.drop, key, [formatBuild(key)])),
    acquireLease: async ({ name, version }, owner, forMs, takesOver = false) => {
      const readModel = { name, version }
      const times = [`${Math.ceil(forMs)}`, `${abandonedAfterMs}`]
      const scriptArguments = [owner, ...times, takesOver ? 'takes over' : '']
      const fence = await scripts.acquireLease(requests, readModel, scriptArguments)
      return fence === null ? undefined : { readModel, owner, fence: Number(fence) }
    },
    releaseLease: async (lease) =>
      void (await scripts.releaseLease(requests, lease.readModel, leaseArguments(lease))),
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
