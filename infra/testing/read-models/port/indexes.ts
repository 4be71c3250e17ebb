import { expect, test } from 'vitest'
import type { IndexRange } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

/** What the port says about places, ranks, counts and sums. */
export function checkIndexes(shelf: () => StoreUnderTest) {
  test('equal scores stand in the order of their ties, then of their ids', async () => {
    const { store } = shelf()
    const puts = [person('c', 5, '2'), person('a', 5, '3'), person('b', 5, '2'), person('d', -1.5, '9')]
    await builtBoard(store, [...puts, person('e', 5), person('f', 5, '22'), person('ä', 5, '2')])
    expect(await idsOf(store)).toEqual(['d', 'e', 'b', 'c', 'ä', 'f', 'a'])
  })

  test('windows and ranks count from the beginning, or from the end', async () => {
    const { store } = shelf()
    await builtBoard(
      store,
      ['a', 'b', 'c', 'd', 'e'].map((id, at) => person(id, at)),
    )
    const window = await store.range(board, 'points', { offset: 1, limit: 2, reverse: true })
    expect(window).toEqual([
      { id: 'd', rank: 1, document: { id: 'd', points: 3, days: [1, 2] } },
      { id: 'c', rank: 2, document: { id: 'c', points: 2, days: [1, 2] } },
    ])
    expect(await idsOf(store, { offset: 3, limit: 10 })).toEqual(['d', 'e'])
    expect(await idsOf(store, { offset: 4, limit: 10, reverse: true })).toEqual(['a'])
    expect(await idsOf(store, { offset: 5, limit: 10 })).toEqual([])
    expect(await idsOf(store, { limit: 0 })).toEqual([])
    expect(await store.rank(board, 'points', 'd')).toBe(3)
    expect(await store.rank(board, 'points', 'nobody')).toBeUndefined()
    expect(await store.rank(board, 'other', 'd')).toBeUndefined()
  })

  test('places are told in the same windows, with their ties, without documents', async () => {
    const { store } = shelf()
    const puts = [person('a', 1.5, '0007\nzoë 愛'), person('b', -2), person('c', 1.5, '0008\n')]
    await builtBoard(store, puts)
    const a = { id: 'a', entry: { score: 1.5, tiebreaker: '0007\nzoë 愛' } }
    const b = { id: 'b', entry: { score: -2, tiebreaker: '' } }
    const c = { id: 'c', entry: { score: 1.5, tiebreaker: '0008\n' } }
    const placesIn = (range: Partial<IndexRange>) =>
      store.entries(board, 'points', { offset: 0, limit: 9, ...range })
    expect(await placesIn({})).toEqual([
      { ...b, rank: 0 },
      { ...a, rank: 1 },
      { ...c, rank: 2 },
    ])
    expect(await placesIn({ offset: 1, limit: 1 })).toEqual([{ ...a, rank: 1 }])
    expect(await placesIn({ offset: 1, reverse: true })).toEqual([
      { ...a, rank: 1 },
      { ...b, rank: 2 },
    ])
    expect(await placesIn({ offset: 3 })).toEqual([])
    expect(await placesIn({ limit: 0 })).toEqual([])
    expect(await store.entries(board, 'other', { offset: 0, limit: 9 })).toEqual([])
  })

  test('a document moves when its score changes and leaves when it no longer stands in the index', async () => {
    const { store } = shelf()
    const build = await builtBoard(store, [person('a', 1), person('b', 2), person('c', 3)])
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('a', 9)] })
    expect(await idsOf(store)).toEqual(['b', 'c', 'a'])
    const unplaced = { id: 'b', document: { id: 'b' }, indexEntries: {} }
    await commitStep(store, build, 3n, { from: 2n, upserts: [unplaced], deletes: ['c', 'nobody'] })
    expect(await idsOf(store)).toEqual(['a'])
    expect(await store.count(board, 'points')).toBe(1)
    expect(await store.rank(board, 'points', 'b')).toBeUndefined()
    expect(await store.load(board, ['b', 'c'])).toEqual([{ id: 'b' }, undefined])
  })

  test('a document changes its tie without leaving its score, and stands in several indexes', async () => {
    const { store } = shelf()
    const placed = (id: string, tie: string, days: number) => {
      const indexEntries = { points: { score: 5, tiebreaker: tie }, 'day:1': { score: days } }
      return { id, document: { id }, indexEntries }
    }
    const build = await builtBoard(store, [placed('a', '1', 3), placed('b', '2', 3)])
    await commitStep(store, build, 2n, { from: 1n, upserts: [placed('a', '3', 4)] })
    expect(await idsOf(store)).toEqual(['b', 'a'])
    expect(await store.count(board, 'points')).toBe(2)
    expect(await store.sum(board, 'points')).toBe(10)
    expect(await store.countBetween(board, 'day:1', 4, 4)).toBe(1)
    expect(await store.sum(board, 'day:1')).toBe(7)
  })

  test('scores between two bounds are counted, bounds included', async () => {
    const { store } = shelf()
    await builtBoard(
      store,
      [1, 2, 2, 3.5].map((points, at) => person(`p${at}`, points)),
    )
    expect(await store.countBetween(board, 'points', 2, 3.5)).toBe(3)
    expect(await store.countBetween(board, 'points', 3, 1)).toBe(0)
    expect(await store.countBetween(board, 'points', -Infinity, Infinity)).toBe(4)
    expect(await store.countBetween(board, 'other', 0, 1)).toBe(0)
  })

  test('the sum of an index follows every change', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    expect(await store.sum(board, 'points')).toBe(0)
    const puts = [person('a', 1.5), person('b', 2), person('c', -3)]
    await commitStep(store, build, 2n, { from: 1n, upserts: puts })
    expect(await store.sum(board, 'points')).toBe(0.5)
    await commitStep(store, build, 3n, { from: 2n, upserts: [person('a', 10)], deletes: ['b'] })
    expect(await store.sum(board, 'points')).toBe(7)
    await commitStep(store, build, 4n, { from: 3n, deletes: ['a', 'c'] })
    expect(await store.sum(board, 'points')).toBe(0)
  })

  test('sums of fractions do not drift', async () => {
    const { store } = shelf()
    const build = await builtBoard(store, [
      person('a', 0.1),
      person('b', 0.2),
      person('t', 1_767_225_600_123),
    ])
    expect(await store.sum(board, 'points')).toBe(1_767_225_600_123.3)
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('a', 0.7)], deletes: ['t'] })
    await commitStep(store, build, 3n, { from: 2n, upserts: [person('c', -0.4), person('a', 0.1)] })
    expect(await store.sum(board, 'points')).toBe(-0.1)
    await commitStep(store, build, 4n, { from: 3n, deletes: ['c'] })
    expect(await store.sum(board, 'points')).toBe(0.3)
  })
}
