import { sumOf } from '../exact-sum.ts'
import { ViewNotBuilt, type Document, type Range, type Readable, type ViewStore } from '../views.ts'
import type { Line } from './line.ts'
import { root, scripts } from './scripts.ts'
import { boundWord, buildWord, firstRank, partsOfMember, textsIn, viewWord, windowWords } from './words.ts'

type Readings = Pick<
  ViewStore,
  'checkpoint' | 'load' | 'range' | 'places' | 'rank' | 'count' | 'countBetween' | 'sum'
>

/** What is asked of a view. Each question is one script, but for the documents that a feeder loads. */
export function readings({ requests, worker }: { requests: Line; worker: Line }): Readings {
  const ask = async (
    key: Readable,
    question: string,
    ...words: (string | readonly string[])[]
  ): Promise<(string | undefined)[]> => {
    const client = 'build' in key ? worker : requests
    const reply = await scripts.read(client, [viewWord(key), buildWord(key), question, words.flat()].flat())
    if (reply === null) throw new ViewNotBuilt(key)
    return textsIn(reply)
  }
  const documentsOf = async (key: Readable, ids: readonly string[]) => {
    // HMGET takes no empty list.
    if (!('build' in key) || ids.length === 0) return ask(key, 'load', ids)
    // Without a script: Lua would make every document a text of its own. No name of a build is given twice, so one
    // that is there after its documents were read was there before. How far it is, the next commit checks.
    const base = `${root}build:${viewWord(key)}:${key.build}:`
    const [texts, isThere] = await Promise.all([
      worker.call('hmget', [`${base}documents`, ...ids]),
      worker.call('exists', [`${base}state`]),
    ])
    if (isThere === 0) throw new ViewNotBuilt(key)
    return textsIn(texts)
  }
  const askNumber = async (key: Readable, ...words: [string, ...string[]]) =>
    Number((await ask(key, ...words))[0])

  return {
    checkpoint: async (key) => BigInt((await ask(key, 'checkpoint'))[0] ?? -1),
    load: async <Doc extends Document>(key: Readable, ids: readonly string[]) =>
      (await documentsOf(key, ids)).map((text) => documentFrom<Doc>(text)),
    range: async <Doc extends Document>(key: Readable, index: string, range: Range) => {
      const found = await ask(key, 'range', index, windowWords(range))
      return pairsIn(found).flatMap(([id, text], at) => {
        const document = documentFrom<Doc>(text)
        return id !== undefined && document ? [{ id, document, rank: firstRank(range) + at }] : []
      })
    },
    places: async (key, index, range) => {
      const found = await ask(key, 'places', index, windowWords(range))
      return pairsIn(found).map(([member = '', score], at) => {
        const { tie, id } = partsOfMember(member)
        return { id, place: { score: Number(score), tie }, rank: firstRank(range) + at }
      })
    },
    rank: async (key, index, id) => {
      const [rank] = await ask(key, 'rank', index, id)
      return rank === undefined ? undefined : Number(rank)
    },
    count: (key, index) => askNumber(key, 'count', index),
    countBetween: (key, index, lowest, highest) =>
      askNumber(key, 'countBetween', index, boundWord(lowest), boundWord(highest)),
    sum: async (key, index) => {
      const [wholes, millionths] = ((await ask(key, 'sum', index))[0] ?? '0 0').split(' ')
      return sumOf(Number(wholes), Number(millionths))
    },
  }
}

/** The reader names the type of its own view, whose projection alone writes under this key. */
const documentFrom = <Doc extends Document>(text: string | undefined): Doc | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Doc)

const pairsIn = <Item>(items: readonly Item[]): [Item | undefined, Item | undefined][] =>
  Array.from({ length: items.length / 2 }, (_, at) => [items[at * 2], items[at * 2 + 1]])
