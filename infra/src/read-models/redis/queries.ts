import { sumFromParts } from '../exact-sum.ts'
import {
  ReadModelNotBuilt,
  type Document,
  type IndexRange,
  type ReadTarget,
  type ReadModelStore,
} from '../read-models.ts'
import type { RedisConnection } from './connection.ts'
import { keyPrefix, scripts } from './scripts.ts'
import {
  formatScoreBound,
  formatBuild,
  firstRank,
  parseMember,
  parseTexts,
  formatReadModelKey,
  rangeArguments,
} from './script-arguments.ts'

type Readings = Pick<
  ReadModelStore,
  'checkpoint' | 'load' | 'range' | 'entries' | 'rank' | 'count' | 'countBetween' | 'sum'
>

/** What is asked of a view. Each question is one script, but for the documents that a feeder loads. */
export function redisQueries({
  requests,
  worker,
}: {
  requests: RedisConnection
  worker: RedisConnection
}): Readings {
  const ask = async (
    key: ReadTarget,
    question: string,
    ...words: (string | readonly string[])[]
  ): Promise<(string | undefined)[]> => {
    const client = 'build' in key ? worker : requests
    const reply = await scripts.read(
      client,
      [formatReadModelKey(key), formatBuild(key), question, words.flat()].flat(),
    )
    if (reply === null) throw new ReadModelNotBuilt(key)
    return parseTexts(reply)
  }
  const documentsOf = async (key: ReadTarget, ids: readonly string[]) => {
    // HMGET takes no empty list.
    if (!('build' in key) || ids.length === 0) return ask(key, 'load', ids)
    // Without a script: Lua would make every document a text of its own. No name of a build is given twice, so one
    // that is there after its documents were read was there before. How far it is, the next commit checks.
    const base = `${keyPrefix}build:${formatReadModelKey(key)}:${key.build}:`
    const [texts, isThere] = await Promise.all([
      worker.call('hmget', [`${base}documents`, ...ids]),
      worker.call('exists', [`${base}state`]),
    ])
    if (isThere === 0) throw new ReadModelNotBuilt(key)
    return parseTexts(texts)
  }
  const askNumber = async (key: ReadTarget, ...words: [string, ...string[]]) =>
    Number((await ask(key, ...words))[0])

  return {
    checkpoint: async (key) => BigInt((await ask(key, 'checkpoint'))[0] ?? -1),
    load: async <Doc extends Document>(key: ReadTarget, ids: readonly string[]) =>
      (await documentsOf(key, ids)).map((text) => documentFrom<Doc>(text)),
    range: async <Doc extends Document>(key: ReadTarget, index: string, range: IndexRange) => {
      const found = await ask(key, 'range', index, rangeArguments(range))
      return pairsIn(found).flatMap(([id, text], at) => {
        const document = documentFrom<Doc>(text)
        return id !== undefined && document ? [{ id, document, rank: firstRank(range) + at }] : []
      })
    },
    entries: async (key, index, range) => {
      const found = await ask(key, 'places', index, rangeArguments(range))
      return pairsIn(found).map(([member = '', score], at) => {
        const { tie: tiebreaker, id } = parseMember(member)
        return { id, entry: { score: Number(score), tiebreaker }, rank: firstRank(range) + at }
      })
    },
    rank: async (key, index, id) => {
      const [rank] = await ask(key, 'rank', index, id)
      return rank === undefined ? undefined : Number(rank)
    },
    count: (key, index) => askNumber(key, 'count', index),
    countBetween: (key, index, lowest, highest) =>
      askNumber(key, 'countBetween', index, formatScoreBound(lowest), formatScoreBound(highest)),
    sum: async (key, index) => {
      const [wholes, millionths] = ((await ask(key, 'sum', index))[0] ?? '0 0').split(' ')
      return sumFromParts(Number(wholes), Number(millionths))
    },
  }
}

/** The reader names the type of its own view, whose projection alone writes under this key. */
const documentFrom = <Doc extends Document>(text: string | undefined): Doc | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Doc)

const pairsIn = <Item>(items: readonly Item[]): [Item | undefined, Item | undefined][] =>
  Array.from({ length: items.length / 2 }, (_, at) => [items[at * 2], items[at * 2 + 1]])
