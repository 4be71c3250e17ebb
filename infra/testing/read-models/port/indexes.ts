import { expect, test } from 'vitest'
import type { IndexRange } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

/** Tests the contract for index entries, ranks, counts and sums. */
export function checkIndexes(current: () => StoreUnderTest) {
  test('sorts equal scores by tiebreaker, then by id', async () => {
    const { store } = current()
    const upserts = [person('c', 5, '2'), person('a', 5, '3'), person('b', 5, '2'), person('d', -1.5, '9')]
    await builtBoard(store, [...upserts, person('e', 5), person('f', 5, '22'), person('ä', 5, '2')])
    expect(await idsOf(store)).toEqual(['d', 'e', 'b', 'c', 'ä', 'f', 'a'])
  })

  test('counts ranges and ranks from the beginning or from the end', async () => {
    const { store } = current()
    await builtBoard(
      store,
      ['a', 'b', 'c', 'd', 'e'].map((id, index) => person(id, index)),
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

  test('returns index entries in the same ranges, with tiebreakers, without documents', async () => {
    const { store } = current()
    const upserts = [person('a', 1.5, '0007\nzoë 愛'), person('b', -2), person('c', 1.5, '0008\n')]
    await builtBoard(store, upserts)
    const a = { id: 'a', entry: { score: 1.5, tiebreaker: '0007\nzoë 愛' } }
    const b = { id: 'b', entry: { score: -2, tiebreaker: '' } }
    const c = { id: 'c', entry: { score: 1.5, tiebreaker: '0008\n' } }
    const entriesIn = (range: Partial<IndexRange>) =>
      store.entries(board, 'points', { offset: 0, limit: 9, ...range })
    expect(await entriesIn({})).toEqual([
      { ...b, rank: 0 },
      { ...a, rank: 1 },
      { ...c, rank: 2 },
    ])
    expect(await entriesIn({ offset: 1, limit: 1 })).toEqual([{ ...a, rank: 1 }])
    expect(await entriesIn({ offset: 1, reverse: true })).toEqual([
      { ...a, rank: 1 },
      { ...b, rank: 2 },
    ])
    expect(await entriesIn({ offset: 3 })).toEqual([])
    expect(await entriesIn({ limit: 0 })).toEqual([])
    expect(await store.entries(board, 'other', { offset: 0, limit: 9 })).toEqual([])
  })

  test('reads backwards from a place among entries with one score, whether or not an entry is there', async () => {
    const { store } = current()
    await builtBoard(store, [
      person('low', 1, '99'),
      ...['02', '04', '04ä', '06', '08'].map((tiebreaker) => person(`p${tiebreaker}`, 2, tiebreaker)),
      person('twin', 2, '04'),
      person('high', 3, '00'),
    ])
    const idsBefore = async (before: string | undefined, { score = 2, limit = 9 } = {}) =>
      (await store.rangeBefore(board, 'points', { score, before, limit })).map(({ id }) => id)
    expect(await idsBefore(undefined)).toEqual(['p08', 'p06', 'p04ä', 'twin', 'p04', 'p02'])
    expect(await idsBefore(undefined, { limit: 2 })).toEqual(['p08', 'p06'])
    expect(await idsBefore(undefined, { limit: 0 })).toEqual([])
    expect(await idsBefore('06', { limit: 2 })).toEqual(['p04ä', 'twin'])
    expect(await idsBefore('07', { limit: 1 })).toEqual(['p06'])
    expect(await idsBefore('04')).toEqual(['p02'])
    expect(await idsBefore('02')).toEqual([])
    expect(await idsBefore('99', { score: 3 })).toEqual(['high'])
    expect(await idsBefore(undefined, { score: 3 })).toEqual(['high'])
    expect(await idsBefore('99', { score: 4 })).toEqual([])
    expect(await idsBefore(undefined, { score: 2.5 })).toEqual([])
    expect(await store.rangeBefore(board, 'other', { score: 2, before: undefined, limit: 9 })).toEqual([])
    const [last] = await store.rangeBefore(board, 'points', { score: 2, before: undefined, limit: 1 })
    expect(last).toEqual({ id: 'p08', document: { id: 'p08', points: 2, days: [1, 2] } })
  })

  test('moves a document when its score changes, and removes it with its index entry', async () => {
    const { store } = current()
    const build = await builtBoard(store, [person('a', 1), person('b', 2), person('c', 3)])
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('a', 9)] })
    expect(await idsOf(store)).toEqual(['b', 'c', 'a'])
    const withoutEntries = { id: 'b', document: { id: 'b' }, indexEntries: {} }
    await commitStep(store, build, 3n, { from: 2n, upserts: [withoutEntries], deletes: ['c', 'nobody'] })
    expect(await idsOf(store)).toEqual(['a'])
    expect(await store.count(board, 'points')).toBe(1)
    expect(await store.rank(board, 'points', 'b')).toBeUndefined()
    expect(await store.load(board, ['b', 'c'])).toEqual([{ id: 'b' }, undefined])
  })

  test('a document may change its tiebreaker alone, and have entries in several indexes', async () => {
    const { store } = current()
    const withEntries = (id: string, tiebreaker: string, days: number) => {
      const indexEntries = { points: { score: 5, tiebreaker }, 'day:1': { score: days } }
      return { id, document: { id }, indexEntries }
    }
    const build = await builtBoard(store, [withEntries('a', '1', 3), withEntries('b', '2', 3)])
    await commitStep(store, build, 2n, { from: 1n, upserts: [withEntries('a', '3', 4)] })
    expect(await idsOf(store)).toEqual(['b', 'a'])
    expect(await store.count(board, 'points')).toBe(2)
    expect(await store.sum(board, 'points')).toBe(10)
    expect(await store.countBetween(board, 'day:1', 4, 4)).toBe(1)
    expect(await store.sum(board, 'day:1')).toBe(7)
  })

  test('counts scores between two bounds, both included', async () => {
    const { store } = current()
    await builtBoard(
      store,
      [1, 2, 2, 3.5].map((points, index) => person(`p${index}`, points)),
    )
    expect(await store.countBetween(board, 'points', 2, 3.5)).toBe(3)
    expect(await store.countBetween(board, 'points', 3, 1)).toBe(0)
    expect(await store.countBetween(board, 'points', -Infinity, Infinity)).toBe(4)
    expect(await store.countBetween(board, 'other', 0, 1)).toBe(0)
  })

  test('updates the sum of an index with every change', async () => {
    const { store } = current()
    const build = await builtBoard(store)
    expect(await store.sum(board, 'points')).toBe(0)
    const upserts = [person('a', 1.5), person('b', 2), person('c', -3)]
    await commitStep(store, build, 2n, { from: 1n, upserts })
    expect(await store.sum(board, 'points')).toBe(0.5)
    await commitStep(store, build, 3n, { from: 2n, upserts: [person('a', 10)], deletes: ['b'] })
    expect(await store.sum(board, 'points')).toBe(7)
    await commitStep(store, build, 4n, { from: 3n, deletes: ['a', 'c'] })
    expect(await store.sum(board, 'points')).toBe(0)
  })

  test('sums of fractions do not drift', async () => {
    const { store } = current()
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
