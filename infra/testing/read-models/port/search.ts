import { expect, test } from 'vitest'
import { maxCompared, type Upsert } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, commitStep, person, type StoreUnderTest } from './board.ts'

/** A person with the words of a text. */
const named = (id: string, points: number, text: string): Upsert => ({
  ...person(id, points),
  words: text.split(' '),
})

const withTexts = (id: string, points: number, ...texts: string[]): Upsert => ({
  ...person(id, points),
  texts,
})

/** Tests the contract for searches by words. */
export function checkSearch({ store }: StoreUnderTest) {
  const search = (prefixes: string[], limit = 10_000, reverse = false) =>
    store.search(board, 'points', { prefixes: prefixes.map((prefix) => [prefix]), limit, reverse })

  test('finds documents by the beginnings of their words, in the order of an index', async () => {
    const build = await builtBoard(store, [
      named('a', 3, 'ada lovelace @ada @example @org'),
      named('b', 1, 'ada byron'),
      named('c', 2, 'zolw 愛 adam'),
      { ...named('d', 0, 'ada'), indexEntries: {} },
      withTexts('e', 4, 'ada'),
    ])
    expect(await search(['ada'])).toEqual(['b', 'c', 'a'])
    expect(await search(['ada'], 9, true)).toEqual(['a', 'c', 'b'])
    expect(await search(['@org', 'lov', 'ad'])).toEqual(['a'])
    expect([await search(['愛']), await search(['zol', 'a'])]).toEqual([['c'], ['c']])
    expect([await search(['da']), await search(['ada', 'x']), await search([])]).toEqual([[], [], []])
    expect(await search(['ada'], 2)).toEqual(['b', 'c'])
    const prefixes = [['zolw', '@org'], ['ad']]
    expect(await store.search(board, 'points', { prefixes, limit: 9 })).toEqual(['c', 'a'])
    await commitStep(store, build, 2n, { from: 1n, upserts: [named('b', 1, 'augusta')], deletes: ['c'] })
    expect([await search(['ada']), await search(['aug'])]).toEqual([['a'], ['b']])
  })

  test('returns the texts of documents', async () => {
    const build = await builtBoard(store, [withTexts('a', 3, 'ada lovelace', '', 'a\tb'), person('b', 1)])
    expect(await store.texts(board, ['b', 'a', 'nobody'])).toEqual([[], ['ada lovelace', '', 'a\tb'], []])
    expect(await store.texts(board, [])).toEqual([])
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('a', 3), withTexts('b', 1, 'bob')] })
    expect(await store.texts(board, ['a', 'b'])).toEqual([[], ['bob']])
    await commitStep(store, build, 3n, { from: 2n, deletes: ['b'] })
    expect(await store.texts(board, ['b'])).toEqual([[]])
  })

  test('compares all documents with a rare word, and the first documents with a frequent word', async () => {
    const count = maxCompared * 2 + 100
    // The ids are in another order than the index, and so are words and commits.
    const idOf = (at: number) => `p${(at * 7919) % 10_007}`
    const many = Array.from({ length: count }, (_, at) =>
      named(idOf(at), at, `maria${count - at} silva${at}`),
    )
    await builtBoard(store, many)
    expect(await search(['maria', `silva${count - 1}`])).toEqual([idOf(count - 1)])
    const places = Array.from({ length: 100 }, (_, at) => at)
    expect(await search(['mar'], 100)).toEqual(places.map(idOf))
    expect(await search(['mar'], 100, true)).toEqual(places.map((at) => idOf(count - 1 - at)))
    expect(await search(['mar', 'silv'], 100, true)).toEqual(places.map((at) => idOf(count - 1 - at)))
  })

  test('finds documents of an index whose words many documents outside of it share', async () => {
    const others = Array.from({ length: maxCompared + 100 }, (_, at) => ({
      ...named(`a${at}`, at, `com anna${at}`),
      indexEntries: { others: { score: at } },
    }))
    await builtBoard(store, [...others, named('z', 1, 'compass')])
    expect(await search(['com'])).toEqual(['z'])
  })
}
