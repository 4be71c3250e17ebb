import { Redis } from 'ioredis'
import type { Lease, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { redisKeyPrefix } from '@thirty/infra/redis-key-prefix.ts'
import { formatReadModelKey } from '@thirty/infra/read-models/redis/script-encoding.ts'

/** A document's entry in an index, as it is stored. */
export type StoredEntry = { id: string; score: number; tiebreaker: string }

/** Everything that Redis stores for the live build of a read model. */
export type BuildContents = {
  position: bigint
  documents: ReadonlyMap<string, unknown>
  /** Ids of the documents with stored index entries, and names of the indexes with stored sums. */
  documentsWithEntries: readonly string[]
  indexesWithSums: readonly string[]
  /** By name, in the order of Redis. */
  indexes: ReadonlyMap<string, readonly StoredEntry[]>
}

/** Reads the keys in Redis directly, without the product's own code. */
export type RedisInspector = {
  /** Returns the keys of all read models. */
  readModels(): Promise<string[]>
  /** Returns name and position of the live build; `undefined` if there is none. */
  liveBuild(readModel: ReadModelKey): Promise<{ build: string; position: bigint } | undefined>
  /** Returns the current lease; `undefined` if no owner holds it. */
  lease(readModel: ReadModelKey): Promise<Lease | undefined>
  /** Throws if there is no live build. */
  contents(readModel: ReadModelKey): Promise<BuildContents>
  close(): void
}

export function inspectRedis(url: string): RedisInspector {
  // Reads fail at once while Redis is down, and the client reconnects by itself.
  // The specs poll all read models at once, which is one message instead of dozens.
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => 100,
    enableAutoPipelining: true,
  })
  redis.on('error', () => undefined)

  const keysWithPrefix = async (prefix: string): Promise<string[]> =>
    (await redis.keys(`${prefix}*`)).map((key) => key.slice(prefix.length)).sort()
  const baseOf = (readModel: ReadModelKey, build: string) =>
    `${redisKeyPrefix}build:${formatReadModelKey(readModel)}:${build}:`

  const liveBuildName = (readModel: ReadModelKey) =>
    redis.hget(`${redisKeyPrefix}view:${formatReadModelKey(readModel)}`, 'live')
  const liveBuild: RedisInspector['liveBuild'] = async (readModel) => {
    const build = await liveBuildName(readModel)
    const position = build && (await redis.hget(`${baseOf(readModel, build)}state`, 'position'))
    if (build && position) return { build, position: BigInt(position) }
    // Another build may have gone live between the two reads.
    return (await liveBuildName(readModel)) === build ? undefined : liveBuild(readModel)
  }

  return {
    // Version 0 is that of the lease of a leader, which is not a read model.
    readModels: async () =>
      (await keysWithPrefix(`${redisKeyPrefix}view:`)).filter((name) => !name.endsWith(':0')),
    liveBuild,
    lease: async (readModel) => {
      const key = `${redisKeyPrefix}view:${formatReadModelKey(readModel)}`
      const [owner, fence, until] = await redis.hmget(key, 'owner', 'fence', 'until')
      return owner && Number(until) > Date.now() ? { readModel, owner, fence: Number(fence) } : undefined
    },
    contents: async (readModel) => {
      const live = await liveBuild(readModel)
      if (!live) throw new Error(`${formatReadModelKey(readModel)} has no live build.`)
      const base = baseOf(readModel, live.build)
      const texts = Object.entries(await redis.hgetall(`${base}documents`))
      const indexes = new Map<string, readonly StoredEntry[]>()
      for (const name of await keysWithPrefix(`${base}index:`))
        indexes.set(name, entriesIn(await redis.zrange(`${base}index:${name}`, '0', '-1', 'WITHSCORES')))
      return {
        position: live.position,
        documents: new Map(texts.map(([id, text]) => [id, JSON.parse(text)])),
        documentsWithEntries: (await redis.hkeys(`${base}places`)).sort(),
        indexesWithSums: await redis.hkeys(`${base}sums`),
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
