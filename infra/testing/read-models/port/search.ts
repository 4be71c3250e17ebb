import { expect, test } from 'vitest'
import { maxCompared } from '@thirty/infra/read-models/words.ts'
import { board, builtBoard, commitStep, person, type StoreUnderTest } from './board.ts'

const named = (id: string, points: number, ...texts: string[]) => ({ ...person(id, points), texts })

/** Tests the contract for searches by words. */
export function checkSearch(current: () => StoreUnderTest) {
  test('finds documents by the beginnings of their words, in the order of an index', async () => {
    const { store } = current()
    const build = await builtBoard(store, [
      named('a', 3, 'ada lovelace', 'ada@example.org'),
      named('b', 1, 'ada byron'),
      named('c', 2, 'zolw 愛', 'adam'),
      { ...named('d', 0, 'ada'), indexEntries: {} },
    ])
    const found = (prefixes: string[], reverse = false) =>
      store.search(board, 'points', { prefixes, limit: 9, reverse })
    expect(await found(['ada'])).toEqual(['b', 'c', 'a'])
    expect(await found(['ada'], true)).toEqual(['a', 'c', 'b'])
    expect(await found(['org', 'lov', 'ad'])).toEqual(['a'])
    expect([await found(['愛']), await found(['zol', 'a'])]).toEqual([['c'], ['c']])
    expect([await found(['da']), await found(['ada', 'x']), await found([])]).toEqual([[], [], []])
    expect(await store.search(board, 'points', { prefixes: ['ada'], limit: 2 })).toEqual(['b', 'c'])
    await commitStep(store, build, 2n, { from: 1n, upserts: [named('b', 1, 'augusta')], deletes: ['c'] })
    expect([await found(['ada']), await found(['aug'])]).toEqual([['a'], ['b']])
  })

  test('returns the texts of documents', async () => {
    const { store } = current()
    const build = await builtBoard(store, [named('a', 3, 'ada lovelace', '', 'a\tb'), person('b', 1)])
    expect(await store.texts(board, ['b', 'a', 'nobody'])).toEqual([[], ['ada lovelace', '', 'a\tb'], []])
    expect(await store.texts(board, [])).toEqual([])
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('a', 3), named('b', 1, 'bob')] })
    expect(await store.texts(board, ['a', 'b'])).toEqual([[], ['bob']])
    await commitStep(store, build, 3n, { from: 2n, deletes: ['b'] })
    expect(await store.texts(board, ['b'])).toEqual([[]])
  })

  test('compares the documents with the rarest of the words only', async () => {
    const { store } = current()
    const many = Array.from({ length: maxCompared + 10 }, (_, at) => named(`p${at}`, at, `maria silva${at}`))
    await builtBoard(store, many)
    const last = `p${maxCompared + 9}`
    const found = (...prefixes: string[]) => store.search(board, 'points', { prefixes, limit: 10_000 })
    expect(await found('maria', `silva${maxCompared + 9}`)).toEqual([last])
    expect((await found('maria')).length).toBe(maxCompared)
  })
}
