// The store of read models in Redis, shared by many processes. Every change is one script, which checks lease, repeat and checkpoint before
// its first write. Every read is one script, too, except for searches, documents that a projection worker loads, and the scans that verify a
// build.

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RedisConnection } from '../redis/connection.ts'
import type { RedisConnections } from '../redis/open-redis.ts'
import { valueOfSum } from './exact-sum.ts'
import type { Document } from './projection.ts'
import {
  CheckpointMismatch,
  Fenced,
  firstRank,
  maxCompared,
  ReadModelNotBuilt,
  type BuildKey,
  type CheckpointMoved,
  type IndexRange,
  type ReadModelStore,
  type ReadTarget,
} from './read-models.ts'
import {
  commitArguments,
  formatBuild,
  formatScoreBound,
  keyPrefixOf,
  leaseArguments,
  movedChannel,
  pairsIn,
  parseCheckpointMoved,
  parseEntry,
  parseIndexEntries,
  parseLiveBuild,
  parseSearchTexts,
  parseTexts,
  rangeArguments,
  scripts,
  type Script,
} from './redis/scripts.ts'

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

/** The number of documents that one script of a search compares. Redis serves no other client meanwhile. */
const comparedPerScript = 250

/** The methods that read documents and indexes. */
function redisQueries({ requests, worker }: Omit<RedisConnections, 'close'>) {
  const query = async (
    key: ReadTarget,
    queryName: string,
    ...queryArguments: (string | readonly string[])[]
  ): Promise<(string | undefined)[]> => {
    const client = 'build' in key ? worker : requests
    const reply = await scripts.read(client, key, [formatBuild(key), queryName, ...queryArguments.flat()])
    if (reply === null) throw new ReadModelNotBuilt(key)
    return parseTexts(reply)
  }
  const loadTexts = async (key: ReadTarget, ids: readonly string[]) => {
    // HMGET accepts no empty list.
    if (!('build' in key) || ids.length === 0) return query(key, 'load', ids)
    // Without a script, because Lua would copy every document. Build names are never reused, so a build that exists
    // after its documents were read existed before. The next commit checks its checkpoint.
    const [texts] = await Promise.all([loadFields(worker, key, 'documents', ids), requireBuild(worker, key)])
    return texts
  }
  const queryNumber = async (key: ReadTarget, ...queryArguments: [string, ...string[]]) =>
    Number((await query(key, ...queryArguments))[0])

  return {
    checkpoint: async (key) => BigInt((await query(key, 'checkpoint'))[0] ?? -1),
    load: async <Doc extends Document>(key: ReadTarget, ids: readonly string[]) =>
      (await loadTexts(key, ids)).map((text) => parseDocument<Doc>(text)),
    range: async <Doc extends Document>(key: ReadTarget, index: string, range: IndexRange) => {
      const reply = await query(key, 'range', index, rangeArguments(range))
      return pairsIn(reply).flatMap(([id, text], index) => {
        const document = parseDocument<Doc>(text)
        return document ? [{ id, document, rank: firstRank(range) + index }] : []
      })
    },
    entries: async (key, index, range) =>
      pairsIn(await query(key, 'entries', index, rangeArguments(range))).map(parseEntry),
    rank: async (key, index, id) => {
      const [rank] = await query(key, 'rank', index, id)
      return rank === undefined ? undefined : Number(rank)
    },
    texts: async (key, ids) => (await query(key, 'texts', ids)).map((text = '') => parseSearchTexts(text)),
    search: async (key, index, { prefixes, limit, reverse = false }) => {
      if (prefixes.length === 0) return []
      const wanted = prefixes.map((alternatives) => alternatives.map((prefix) => `${prefix}\0`).join(''))
      const direction = reverse ? 'reverse' : ''
      const ids = await query(key, 'candidates', index, direction, `${maxCompared}`, wanted)
      const found: [id: string, rank: string][] = []
      for (let from = 0; from < ids.length; from += comparedPerScript) {
        const slice = ids.slice(from, from + comparedPerScript).flatMap((id) => id ?? [])
        found.push(...pairsIn(await query(key, 'matches', index, `${wanted.length}`, wanted, slice)))
      }
      found.sort(([, left], [, right]) => Number(left) - Number(right))
      return (reverse ? found.reverse() : found).slice(0, limit).map(([id]) => id)
    },
    count: (key, index) => queryNumber(key, 'count', index),
    countBetween: (key, index, lowest, highest) =>
      queryNumber(key, 'countBetween', index, formatScoreBound(lowest), formatScoreBound(highest)),
    sum: async (key, index) => {
      const [wholes, millionths] = ((await query(key, 'sum', index))[0] ?? '0 0').split(' ')
      return valueOfSum({ wholes: Number(wholes), millionths: Number(millionths) })
    },
  } satisfies Partial<ReadModelStore>
}

/**
 * The caller names the document type of its read model, and only that read model's projection writes documents under
 * this key.
 */
const parseDocument = <Doc extends Document>(text: string | undefined): Doc | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Doc)

/** How many elements Redis visits in one command. It serves nobody else meanwhile. */
const visitedPerCommand = 250

async function requireBuild({ call }: RedisConnection, build: BuildKey): Promise<void> {
  if ((await call('exists', [`${keyPrefixOf(build)}state`])) === 0) throw new ReadModelNotBuilt(build)
}

/** Returns the fields of these documents in a hash. HMGET accepts no empty list. */
const loadFields = async (
  { call }: RedisConnection,
  build: BuildKey,
  hash: 'documents' | 'places' | 'texts',
  ids: readonly string[],
) => (ids.length === 0 ? [] : parseTexts(await call('hmget', [`${keyPrefixOf(build)}${hash}`, ...ids])))

/** The methods that verify a build. Redis returns every element of a scan at least once that stays all the time. */
function redisScans(requests: RedisConnection) {
  /** Yields names and values by turns. */
  async function* scan(command: 'hscan' | 'zscan', build: BuildKey, key: string) {
    for (let cursor = '0'; ;) {
      const storedKey = `${keyPrefixOf(build)}${key}`
      const reply = await requests.call(command, [storedKey, cursor, 'COUNT', visitedPerCommand])
      // After each slice: what was returned before the build was deleted is complete.
      await requireBuild(requests, build)
      const [next, items] = Array.isArray(reply) ? reply : []
      yield pairsIn(parseTexts(items))
      if (next === '0' || next === undefined) return
      cursor = String(next)
    }
  }

  return {
    async *scanDocuments(build) {
      for await (const pairs of scan('hscan', build, 'documents')) {
        const ids = pairs.map(([id]) => id)
        const [entries, texts] = await Promise.all([
          loadFields(requests, build, 'places', ids),
          loadFields(requests, build, 'texts', ids),
        ])
        yield* pairs.map(([id, text], index) => ({
          id,
          // Only the projection of this read model writes documents under this key.
          document: JSON.parse(text) as Document,
          indexEntries: parseIndexEntries(entries[index] ?? ''),
          texts: parseSearchTexts(texts[index] ?? ''),
        }))
      }
    },
    indexNames: async (build) => {
      const names = await requests.call('hkeys', [`${keyPrefixOf(build)}sums`])
      await requireBuild(requests, build)
      return parseTexts(names).flatMap((name) => name ?? [])
    },
    async *scanIndex(build, index) {
      for await (const pairs of scan('zscan', build, `index:${index}`)) yield* pairs.map(parseEntry)
    },
  } satisfies Partial<ReadModelStore>
}
