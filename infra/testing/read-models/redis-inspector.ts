import { Redis } from 'ioredis'
import type { Lease, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { redisKeyPrefix } from '@thirty/infra/redis/connection.ts'
import { formatReadModelKey } from '@thirty/infra/read-models/redis/scripts.ts'

/** A document's entry in an index, as it is stored. */
export type StoredEntry = { id: string; score: number; tiebreaker: string }

export type RedisInspector = ReturnType<typeof inspectRedis>

/** Reads the keys in Redis directly, without the product's own code. */
export function inspectRedis(url: string) {
  // Reads fail at once while Redis is down, and the client reconnects by itself.
  // The specs poll all read models at once, which is one message instead of dozens.
  const options = { maxRetriesPerRequest: 0, retryStrategy: () => 100, enableAutoPipelining: true }
  const redis = new Redis(url, options)
  redis.on('error', () => undefined)

  const keysWithPrefix = async (prefix: string): Promise<string[]> =>
    (await redis.keys(`${prefix}*`)).map((key) => key.slice(prefix.length)).sort()
  const baseOf = (readModel: ReadModelKey, build: string) =>
    `${redisKeyPrefix}build:${formatReadModelKey(readModel)}:${build}:`

  const liveBuildName = (readModel: ReadModelKey) =>
    redis.hget(`${redisKeyPrefix}view:${formatReadModelKey(readModel)}`, 'live')
  /** Returns name and position of the live build; `undefined` if there is none. */
  const liveBuild = async (
    readModel: ReadModelKey,
  ): Promise<{ build: string; position: bigint } | undefined> => {
    const build = await liveBuildName(readModel)
    const position = build && (await redis.hget(`${baseOf(readModel, build)}state`, 'position'))
    if (build && position) return { build, position: BigInt(position) }
    // Another build may have gone live between the two reads.
    return (await liveBuildName(readModel)) === build ? undefined : liveBuild(readModel)
  }

  return {
    /** Returns the keys of all read models. Version 0 is that of the lease of a leader, which is not one. */
    readModels: async (): Promise<string[]> =>
      (await keysWithPrefix(`${redisKeyPrefix}view:`)).filter((name) => !name.endsWith(':0')),
    liveBuild,
    /** Returns the current lease; `undefined` if no owner holds it. */
    lease: async (readModel: ReadModelKey): Promise<Lease | undefined> => {
      const key = `${redisKeyPrefix}view:${formatReadModelKey(readModel)}`
      const [owner, fence, until] = await redis.hmget(key, 'owner', 'fence', 'until')
      return owner && Number(until) > Date.now() ? { readModel, owner, fence: Number(fence) } : undefined
    },
    /** Returns everything that Redis stores for the live build of a read model. Throws if there is none. */
    contents: async (readModel: ReadModelKey) => {
      const live = await liveBuild(readModel)
      if (!live) throw new Error(`${formatReadModelKey(readModel)} has no live build.`)
      const base = baseOf(readModel, live.build)
      const texts = Object.entries(await redis.hgetall(`${base}documents`))
      const indexes = new Map<string, readonly StoredEntry[]>()
      for (const name of await keysWithPrefix(`${base}index:`))
        indexes.set(name, entriesIn(await redis.zrange(`${base}index:${name}`, '0', '-1', 'WITHSCORES')))
      return {
        position: live.position,
        documents: new Map<string, unknown>(texts.map(([id, text]) => [id, JSON.parse(text)])),
        /** Ids of the documents with stored index entries, and names of the indexes with stored sums. */
        documentsWithEntries: (await redis.hkeys(`${base}places`)).sort(),
        indexesWithSums: await redis.hkeys(`${base}sums`),
        /** By name, in the order of Redis. */
        indexes,
      }
    },
    close: () => redis.disconnect(),
  }
}

/** Parses alternating members and scores. A member is the tiebreaker and the id, separated by U+0000. */
function entriesIn(reply: readonly string[]): StoredEntry[] {
  return Array.from({ length: reply.length / 2 }, (_, index) => {
    const [tiebreaker = '', id = ''] = (reply[index * 2] ?? '').split('\0')
    return { id, score: Number(reply[index * 2 + 1]), tiebreaker }
  })
}
