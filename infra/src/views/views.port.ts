import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Live } from '../live/live.ts'
import { OutOfStep, type Commit, type Frame, type Put, type ViewStore } from './views.ts'

type Opened = { store: ViewStore; close?: () => Promise<void> }

const board = { name: 'board', version: 1 }
const empty = { view: board, puts: [], deletes: [], frames: [] }
const person = (id: string, points: number, tie = ''): Put => ({
  id,
  document: { id, points, days: [1, 2] },
  indexes: { points: { score: points, tie } },
})

/** What every store of views must hold. `open` gives a fresh, empty store that publishes its frames to `live`. */
export function viewStoreSpec(name: string, open: (live: Live) => Promise<Opened>): void {
  describe(`views in ${name}`, () => {
    let published: Frame[]
    let opened: Opened
    let store: ViewStore
    beforeEach(async () => {
      published = []
      opened = await open({
        publish: (room, message, payload) => void published.push({ room, message, payload }),
      })
      store = opened.store
    })
    afterEach(async () => {
      await store.close()
      await opened.close?.()
    })
    const commit = (to: bigint, change: Partial<Commit> & { from: bigint }) =>
      store.commit({ ...empty, to, ...change })
    const idsFrom = async (offset: number, limit: number, reverse = false) =>
      (await store.range(board, 'points', { offset, limit, reverse })).map(({ id }) => id)

    test('a view that was never built is at the beginning and holds nothing', async () => {
      expect(await store.checkpoint(board)).toBe(-1n)
      expect(await store.load(board, ['ada'])).toEqual([undefined])
      expect(await store.range(board, 'points', { offset: 0, limit: 10 })).toEqual([])
      expect(await store.rank(board, 'points', 'ada')).toBeUndefined()
      expect(await store.count(board, 'points')).toBe(0)
      expect(await store.countBetween(board, 'points', 0, 100)).toBe(0)
    })

    test('documents, places and checkpoint change together', async () => {
      await commit(7n, { from: -1n, puts: [person('ada', 3), person('bob', 1)] })
      expect(await store.checkpoint(board)).toBe(7n)
      expect(await store.load(board, ['bob', 'nobody', 'ada'])).toEqual([
        { id: 'bob', points: 1, days: [1, 2] },
        undefined,
        { id: 'ada', points: 3, days: [1, 2] },
      ])
      expect(await idsFrom(0, 10)).toEqual(['bob', 'ada'])
    })

    test('a step that starts from another place than the view changes nothing and tells nobody', async () => {
      await commit(7n, { from: -1n, puts: [person('ada', 3)] })
      const frames = [{ room: 'r', message: 'm', payload: 1 }]
      const late = commit(8n, {
        from: 6n,
        puts: [person('ada', 9), person('eve', 9)],
        deletes: ['ada'],
        frames,
      })
      await expect(late).rejects.toThrow(OutOfStep)
      await expect(commit(8n, { from: -1n })).rejects.toMatchObject({ actual: 7n })
      expect(await store.checkpoint(board)).toBe(7n)
      expect(await store.load(board, ['ada', 'eve'])).toEqual([
        { id: 'ada', points: 3, days: [1, 2] },
        undefined,
      ])
      expect(published).toEqual([])
    })

    test('positions beyond the exact numbers of JavaScript are kept exactly', async () => {
      const far = 2n ** 63n - 1n
      await commit(far - 1n, { from: -1n })
      await expect(commit(far, { from: far - 2n })).rejects.toThrow(OutOfStep)
      await commit(far, { from: far - 1n })
      expect(await store.checkpoint(board)).toBe(far)
    })

    test('frames leave after the change, in their order, each once', async () => {
      const frames = [1, 2, 3].map((payload) => ({ room: 'board', message: 'changed', payload: { payload } }))
      await commit(1n, { from: -1n, frames: frames.slice(0, 2) })
      await commit(1n, { from: 1n, frames: frames.slice(2) })
      await expect.poll(() => published).toEqual(frames)
    })

    test('equal scores stand in the order of their ties, then of their ids', async () => {
      const puts = [
        person('c', 5, '2'),
        person('a', 5, '3'),
        person('b', 5, '2'),
        person('d', -1.5, '9'),
        person('e', 5),
      ]
      await commit(1n, { from: -1n, puts })
      expect(await idsFrom(0, 10)).toEqual(['d', 'e', 'b', 'c', 'a'])
    })

    test('windows and ranks count from the beginning, or from the end', async () => {
      await commit(1n, { from: -1n, puts: ['a', 'b', 'c', 'd', 'e'].map((id, at) => person(id, at)) })
      const window = await store.range(board, 'points', { offset: 1, limit: 2, reverse: true })
      expect(window.map(({ id, rank }) => [id, rank])).toEqual([
        ['d', 1],
        ['c', 2],
      ])
      expect(await idsFrom(3, 10)).toEqual(['d', 'e'])
      expect(await idsFrom(4, 10, true)).toEqual(['a'])
      expect(await idsFrom(5, 10)).toEqual([])
      expect(await idsFrom(0, 0)).toEqual([])
      expect(await store.rank(board, 'points', 'd')).toBe(3)
    })

    test('a document moves when its score changes and leaves when it no longer stands in the index', async () => {
      await commit(1n, { from: -1n, puts: [person('a', 1), person('b', 2), person('c', 3)] })
      await commit(2n, { from: 1n, puts: [person('a', 9)] })
      expect(await idsFrom(0, 10)).toEqual(['b', 'c', 'a'])
      await commit(3n, { from: 2n, puts: [{ id: 'b', document: { id: 'b' }, indexes: {} }], deletes: ['c'] })
      expect(await idsFrom(0, 10)).toEqual(['a'])
      expect(await store.count(board, 'points')).toBe(1)
      expect(await store.rank(board, 'points', 'b')).toBeUndefined()
      expect(await store.load(board, ['b', 'c'])).toEqual([{ id: 'b' }, undefined])
    })

    test('scores between two bounds are counted, bounds included', async () => {
      await commit(1n, { from: -1n, puts: [1, 2, 2, 3.5].map((points, at) => person(`p${at}`, points)) })
      expect(await store.countBetween(board, 'points', 2, 3.5)).toBe(3)
      expect(await store.countBetween(board, 'points', 3, 1)).toBe(0)
      expect(await store.countBetween(board, 'points', -Infinity, Infinity)).toBe(4)
    })

    test('the sum of an index follows every change', async () => {
      expect(await store.sum(board, 'points')).toBe(0)
      await commit(1n, { from: -1n, puts: [person('a', 1.5), person('b', 2), person('c', -3)] })
      expect(await store.sum(board, 'points')).toBe(0.5)
      await commit(2n, { from: 1n, puts: [person('a', 10)], deletes: ['b'] })
      expect(await store.sum(board, 'points')).toBe(7)
      await commit(3n, { from: 2n, deletes: ['a', 'c'] })
      expect(await store.sum(board, 'points')).toBe(0)
    })

    test('a new version of a view is built beside the old one', async () => {
      const next = { name: 'board', version: 2 }
      await commit(1n, { from: -1n, puts: [person('a', 1)] })
      await commit(5n, { from: -1n, view: next, puts: [person('a', 2), person('b', 2)] })
      expect(await store.count(board, 'points')).toBe(1)
      await store.drop(board)
      expect(await store.checkpoint(board)).toBe(-1n)
      expect(await store.load(board, ['a'])).toEqual([undefined])
      expect(await store.count(next, 'points')).toBe(2)
    })

    test('whoever reads a document of a built view cannot change it for others', async () => {
      await commit(1n, { from: -1n, puts: [person('a', 1)] })
      // An empty step says that the first replay is over; until then only the projection reads.
      await commit(1n, { from: 1n })
      const [document] = await store.load<{ days: number[] }>(board, ['a'])
      try {
        document?.days.push(3)
      } catch {
        // A store may answer a frozen document or a copy: both keep others safe.
      }
      expect(await store.load(board, ['a'])).toEqual([{ id: 'a', points: 1, days: [1, 2] }])
    })

    test('any history of changes gives the same ranks as sorting everything', async () => {
      const score = fc.integer({ min: 0, max: 4 })
      const id = fc.integer({ min: 0, max: 12 }).map((number) => `p${number}`)
      const tie = fc.constantFrom('', '1', '2')
      const put = fc.tuple(id, score, tie).map(([one, points, text]) => person(one, points, text))
      const step = fc.record({
        puts: fc.array(put, { maxLength: 6 }),
        deletes: fc.array(id, { maxLength: 3 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const model = new Map<string, Put>()
          await store.drop(board)
          for (const [at, { puts, deletes }] of steps.entries()) {
            const kept = [...new Map(puts.map((one) => [one.id, one])).values()]
            const gone = deletes.filter((one) => !kept.some((other) => other.id === one))
            for (const one of kept) model.set(one.id, one)
            for (const one of gone) model.delete(one)
            await commit(BigInt(at), { from: BigInt(at - 1), puts: kept, deletes: gone })
          }
          const expected = [...model.values()].sort(byPlace).map((one) => one.id)
          expect(await idsFrom(0, 100)).toEqual(expected)
          expect(await idsFrom(0, 100, true)).toEqual(expected.toReversed())
          for (const [rank, one] of expected.entries())
            expect(await store.rank(board, 'points', one)).toBe(rank)
          const twoOrThree = [...model.values()].filter((one) => [2, 3].includes(scoreOf(one)))
          expect(await store.countBetween(board, 'points', 2, 3)).toBe(twoOrThree.length)
          const total = [...model.values()].reduce((sum, one) => sum + scoreOf(one), 0)
          expect(await store.sum(board, 'points')).toBe(total)
        }),
        { numRuns: 60 },
      )
    })
  })
}

const scoreOf = (put: Put): number => put.indexes.points?.score ?? 0

function byPlace(a: Put, b: Put): number {
  const tie = (put: Put) => put.indexes.points?.tie ?? ''
  if (scoreOf(a) !== scoreOf(b)) return scoreOf(a) - scoreOf(b)
  if (tie(a) !== tie(b)) return tie(a) < tie(b) ? -1 : 1
  return a.id < b.id ? -1 : 1
}
