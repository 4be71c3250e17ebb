// The read methods of the store of read models in Redis. Each is one script, except for searches, documents that a projection worker loads,
// and the scans that verify a build.

import { valueOfSum } from '../exact-sum.ts'
import {
  firstRank,
  maxCompared,
  ReadModelNotBuilt,
  type IndexRange,
  type ReadTarget,
  type ReadModelStore,
  type BuildKey,
} from '../read-models.ts'
import type { Document } from '../projection.ts'
import type { RedisConnection } from '../../redis/connection.ts'
import {
  formatBuild,
  formatScoreBound,
  keyPrefixOf,
  pairsIn,
  parseEntry,
  parseIndexEntries,
  parseSearchTexts,
  parseTexts,
  rangeArguments,
  scripts,
} from './scripts.ts'

/** The number of documents that one script of a search compares. Redis serves no other client meanwhile. */
const comparedPerScript = 250

export function redisQueries({ requests, worker }: { requests: RedisConnection; worker: RedisConnection }) {
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

/** Redis returns every element of a scan at least once that stays all the time. */
export function redisScans(requests: RedisConnection) {
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
