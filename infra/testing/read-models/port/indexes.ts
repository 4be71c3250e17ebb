import { expect, test } from 'vitest'
import type { IndexPlace, IndexRange } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

/** Tests the contract for index entries, ranks, counts and sums. */
export function checkIndexes(current: () => StoreUnderTest) {
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

  test('reads from a place in both directions, whether or not an entry is there', async () => {
    const { store } = current()
    await builtBoard(store, [
      person('low', 1, '99'),
      ...['02', '04', '04ä', '06', '08'].map((tiebreaker) => person(`p${tiebreaker}`, 2, tiebreaker)),
      person('twin', 2, '04'),
      person('high', 3.5, '00'),
    ])
    const inOrder = ['low', 'p02', 'p04', 'twin', 'p04ä', 'p06', 'p08', 'high']
    const idsFrom = async (from: IndexPlace | undefined, reverse = false, limit = 9) =>
      (await store.entriesFrom(board, 'points', { from, limit, reverse })).map(({ id }) => id)
    expect(await idsFrom(undefined)).toEqual(inOrder)
    expect(await idsFrom(undefined, true)).toEqual(inOrder.toReversed())
    const places: [score: number, tiebreaker: string, before: number][] = [
      [0, '99', 0],
      [1, '98', 0],
      [1, '99', 0],
      [2, '', 1],
      [2, '02', 1],
      [2, '03', 2],
      [2, '04', 2],
      [2, '04\v', 4],
      [2, '04ä', 4],
      [2, '07', 6],
      [2, '99', 7],
      [2.5, '', 7],
      [3.5, '00', 7],
      [3.5, '01', 8],
      [4, '', 8],
    ]
    for (const [score, tiebreaker, before] of places) {
      expect(await idsFrom({ score, tiebreaker })).toEqual(inOrder.slice(before))
      expect(await idsFrom({ score, tiebreaker }, true)).toEqual(inOrder.slice(0, before).toReversed())
    }
    expect(await idsFrom({ score: 2, tiebreaker: '04' }, false, 3)).toEqual(['p04', 'twin', 'p04ä'])
    expect(await idsFrom({ score: 2, tiebreaker: '06' }, true, 2)).toEqual(['p04ä', 'twin'])
    expect(await idsFrom({ score: 2, tiebreaker: '06' }, true, 0)).toEqual([])
    expect(await idsFrom(undefined, false, 0)).toEqual([])
    expect(await store.entriesFrom(board, 'other', { from: undefined, limit: 9 })).toEqual([])
    expect(await store.entriesFrom(board, 'points', { from: undefined, limit: 1, reverse: true })).toEqual([
      { id: 'high', entry: { score: 3.5, tiebreaker: '00' } },
    ])
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
