import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Upsert } from '@thirty/infra/read-models/read-models.ts'
import { board, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const score = fc.integer({ min: 0, max: 12 }).map((thirds) => Math.round((thirds / 3) * 10) / 10)
const id = fc.integer({ min: 0, max: 12 }).map((number) => `p${number}`)
const tiebreaker = fc.constantFrom('', '1', '2')
const upsert = fc.tuple(id, score, tiebreaker).map(([item, points, text]) => person(item, points, text))
const change = fc.record({
  upserts: fc.array(upsert, { maxLength: 6 }),
  deletes: fc.array(id, { maxLength: 3 }),
})

/** Compares the store with a simple model that sorts and sums everything. */
export function checkChangeHistory(current: () => StoreUnderTest) {
  test('ranks, counts and sums match a simple model after any history of changes', async () => {
    const { store } = current()
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.nat(12), async (changes, liveAt) => {
        const model = new Map<string, Upsert>()
        const build = await store.beginBuild(board)
        if (changes.length <= liveAt) await store.activate(build)
        for (const [index, { upserts, deletes }] of changes.entries()) {
          const kept = [...new Map(upserts.map((item) => [item.id, item])).values()]
          const deletedIds = deletes.filter((item) => !kept.some((keptItem) => keptItem.id === item))
          for (const item of kept) model.set(item.id, item)
          for (const item of deletedIds) model.delete(item)
          await commitStep(store, build, BigInt(index), {
            from: BigInt(index - 1),
            upserts: kept,
            deletes: deletedIds,
          })
          if (index === liveAt) await store.activate(build)
        }
        const expected = [...model.values()].sort(byEntry).map((item) => item.id)
        expect(await idsOf(store)).toEqual(expected)
        expect(await idsOf(store, { reverse: true })).toEqual(expected.toReversed())
        const entries = await store.entries(board, 'points', { offset: 0, limit: 100 })
        expect(entries).toEqual(
          expected.map((item, rank) => ({ id: item, entry: model.get(item)?.indexEntries.points, rank })),
        )
        for (const [rank, item] of expected.entries())
          expect(await store.rank(board, 'points', item)).toBe(rank)
        const twoOrThree = [...model.values()].filter((item) => scoreOf(item) >= 2 && scoreOf(item) <= 3)
        expect(await store.countBetween(board, 'points', 2, 3)).toBe(twoOrThree.length)
        const tenths = [...model.values()].reduce((sum, item) => sum + Math.round(scoreOf(item) * 10), 0)
        expect(await store.sum(board, 'points')).toBe(tenths / 10)
      }),
      { numRuns: 60 },
    )
  })
}

const scoreOf = (item: Upsert): number => item.indexEntries.points?.score ?? 0

function byEntry(a: Upsert, b: Upsert): number {
  const tiebreakerOf = (item: Upsert) => item.indexEntries.points?.tiebreaker ?? ''
  if (scoreOf(a) !== scoreOf(b)) return scoreOf(a) - scoreOf(b)
  if (tiebreakerOf(a) !== tiebreakerOf(b)) return tiebreakerOf(a) < tiebreakerOf(b) ? -1 : 1
  return a.id < b.id ? -1 : 1
}
