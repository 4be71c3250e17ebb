import { expect, test } from 'vitest'
import { maxCompared, type Upsert } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, person, type StoreUnderTest } from './board.ts'

/** A person with the words of a text. */
const named = (id: string, points: number, text: string): Upsert => ({
  ...person(id, points),
  words: text.split(' '),
})

/** Tests the contract for searches by words. */
export function checkSearch({ store }: StoreUnderTest) {
  const search = (prefixes: string[], limit = 10_000, reverse = false) =>
    store.search(board, 'points', { prefixes: prefixes.map((prefix) => [prefix]), limit, reverse })

  test('compares all documents with a rare word, and the first documents with a frequent word', async () => {
    const count = maxCompared * 2 + 100
    // The ids are in another order than the index, and so are words and commits.
    const idOf = (at: number) => `p${(at * 7919) % 10_007}`
    const many = Array.from({ length: count }, (_, at) =>
      named(idOf(at), at, `maria${count - at} silva${at}`),
    )
    await builtBoard(store, many)
    // Neither `maria99` nor its place in the index is among those compared.
    expect(await search(['maria', 'silva4001'])).toEqual([idOf(4_001)])
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
