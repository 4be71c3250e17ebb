// Reads all documents or index entries of a build, in slices, for work that needs every one of them; `queries.ts` answers requests.

import { ReadModelNotBuilt, type BuildKey, type ReadModelStore } from '../read-models.ts'
import type { Document } from '../projection.ts'
import type { RedisConnection } from './connection.ts'
import {
  keyPrefixOf,
  pairsIn,
  parseEntry,
  parseIndexEntries,
  parseSearchTexts,
  parseTexts,
} from './script-encoding.ts'

/** How many elements Redis visits in one command. It serves nobody else meanwhile. */
const visitedPerCommand = 250

/** Redis returns every element of a scan at least once that stays all the time. */
export function redisScans(requests: RedisConnection) {
  const requireBuild = async (build: BuildKey): Promise<void> => {
    if ((await requests.call('exists', [`${keyPrefixOf(build)}state`])) === 0)
      throw new ReadModelNotBuilt(build)
  }

  /** Returns the fields of these documents in a hash. HMGET accepts no empty list. */
  const loadFields = async (hash: 'places' | 'texts', build: BuildKey, ids: readonly string[]) =>
    ids.length === 0 ? [] : parseTexts(await requests.call('hmget', [`${keyPrefixOf(build)}${hash}`, ...ids]))

  /** Yields names and values by turns. */
  async function* scan(command: 'hscan' | 'zscan', build: BuildKey, key: string) {
    for (let cursor = '0'; ;) {
      const storedKey = `${keyPrefixOf(build)}${key}`
      const reply = await requests.call(command, [storedKey, cursor, 'COUNT', visitedPerCommand])
      // After each slice: what was returned before the build was deleted is complete.
      await requireBuild(build)
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
          loadFields('places', build, ids),
          loadFields('texts', build, ids),
        ])
        yield pairs.map(([id, text], index) => ({
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
      await requireBuild(build)
      return parseTexts(names).flatMap((name) => name ?? [])
    },
    async *scanIndex(build, index) {
      for await (const pairs of scan('zscan', build, `index:${index}`)) yield pairs.map(parseEntry)
    },
  } satisfies Partial<ReadModelStore>
}
