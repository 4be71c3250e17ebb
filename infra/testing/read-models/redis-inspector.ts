import { Redis } from 'ioredis'
import type { Lease, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { keyPrefix } from '@thirty/infra/read-models/redis/scripts.ts'
import { formatReadModelKey } from '@thirty/infra/read-models/redis/script-arguments.ts'

/** A document in an index, as it stands there. */
export type StoredEntry = { id: string; score: number; tiebreaker: string }

/** Everything that Redis holds of the live build of a view. */
export type BuildContents = {
  position: bigint
  documents: ReadonlyMap<string, unknown>
  /** Ids of the documents whose places are kept, and names of the indexes whose sums are. */
  documentsWithEntries: readonly string[]
  indexesWithSums: readonly string[]
  /** By name, in the order of Redis. */
  indexes: ReadonlyMap<string, readonly StoredEntry[]>
}

/** Looks into a Redis key by key, past all the code by which the product reads it. */
export type RedisInspector = {
  /** All views that anybody ever led or showed. */
  readModels(): Promise<string[]>
  /** Name and position of the live build; `undefined` for a view without one. */
  liveBuild(view: ReadModelKey): Promise<{ build: string; position: bigint } | undefined>
  /** The lease by which a view is led just now; `undefined` when nobody leads it. */
  lease(view: ReadModelKey): Promise<Lease | undefined>
  /** Throws for a view without a live build. */
  contents(view: ReadModelKey): Promise<BuildContents>
  close(): void
}

export function inspectRedis(url: string): RedisInspector {
  // A spec that looks while Redis is away is told so at once, and connects again by itself.
  const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => 100 })
  redis.on('error', () => undefined)

  const keysLike = async (start: string): Promise<string[]> => {
    const found = new Set<string>()
    for (let cursor = '0'; ;) {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${start}*`, 'COUNT', 1_000)
      for (const key of keys) found.add(key.slice(start.length))
      if (next === '0') return [...found].sort()
      cursor = next
    }
  }
  const baseOf = (view: ReadModelKey, build: string) =>
    `${keyPrefix}build:${formatReadModelKey(view)}:${build}:`

  const pointer = (view: ReadModelKey) => redis.hget(`${keyPrefix}view:${formatReadModelKey(view)}`, 'live')
  const live: RedisInspector['liveBuild'] = async (view) => {
    const build = await pointer(view)
    const position = build && (await redis.hget(`${baseOf(view, build)}state`, 'position'))
    if (build && position) return { build, position: BigInt(position) }
    // Another one may have taken its place between the two questions.
    return (await pointer(view)) === build ? undefined : live(view)
  }

  return {
    readModels: () => keysLike(`${keyPrefix}view:`),
    liveBuild: live,
    lease: async (view) => {
      const key = `${keyPrefix}view:${formatReadModelKey(view)}`
      const [owner, fence, until] = await redis.hmget(key, 'owner', 'fence', 'until')
      return owner && Number(until) > Date.now()
        ? { readModel: view, owner, fence: Number(fence) }
        : undefined
    },
    contents: async (view) => {
      const now = await live(view)
      if (!now) throw new Error(`${formatReadModelKey(view)} has no live build.`)
      const base = baseOf(view, now.build)
      const texts = Object.entries(await redis.hgetall(`${base}documents`))
      const names = await keysLike(`${base}index:`)
      const indexes = names.map(async (name) => {
        const words = await redis.zrange(`${base}index:${name}`, '0', '-1', 'WITHSCORES')
        return [name, entriesIn(words)] as const
      })
      return {
        position: now.position,
        documents: new Map(texts.map(([id, text]) => [id, JSON.parse(text)])),
        documentsWithEntries: (await redis.hkeys(`${base}places`)).sort(),
        indexesWithSums: await redis.hkeys(`${base}sums`),
        indexes: new Map(await Promise.all(indexes)),
      }
    },
    close: () => redis.disconnect(),
  }
}

/** Members and scores in turns. A member is tie and id, with U+0000 in between. */
function entriesIn(words: readonly string[]): StoredEntry[] {
  return Array.from({ length: words.length / 2 }, (_, at) => {
    const [tiebreaker = '', id = ''] = (words[at * 2] ?? '').split('\0')
    return { id, score: Number(words[at * 2 + 1]), tiebreaker }
  })
}
