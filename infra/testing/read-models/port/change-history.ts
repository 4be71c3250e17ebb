import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Upsert } from '@thirty/infra/read-models/read-models.ts'
import { board, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const score = fc.integer({ min: 0, max: 12 }).map((thirds) => Math.round((thirds / 3) * 10) / 10)
const id = fc.integer({ min: 0, max: 12 }).map((number) => `p${number}`)
const tie = fc.constantFrom('', '1', '2')
const put = fc.tuple(id, score, tie).map(([one, points, text]) => person(one, points, text))
const change = fc.record({
  puts: fc.array(put, { maxLength: 6 }),
  deletes: fc.array(id, { maxLength: 3 }),
})

/** The whole of the port against sorting and adding up everything. */
export function checkChangeHistory(shelf: () => StoreUnderTest) {
  test('any history of changes gives the same ranks, counts and sums as sorting everything', async () => {
    const { store } = shelf()
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.nat(12), async (changes, liveAt) => {
        const model = new Map<string, Upsert>()
        const build = await store.beginBuild(board)
        if (changes.length <= liveAt) await store.activate(build)
        for (const [at, { puts, deletes }] of changes.entries()) {
          const kept = [...new Map(puts.map((one) => [one.id, one])).values()]
          const gone = deletes.filter((one) => !kept.some((other) => other.id === one))
          for (const one of kept) model.set(one.id, one)
          for (const one of gone) model.delete(one)
          await commitStep(store, build, BigInt(at), { from: BigInt(at - 1), upserts: kept, deletes: gone })
          if (at === liveAt) await store.activate(build)
        }
        const expected = [...model.values()].sort(byPlace).map((one) => one.id)
        expect(await idsOf(store)).toEqual(expected)
        expect(await idsOf(store, { reverse: true })).toEqual(expected.toReversed())
        const places = await store.entries(board, 'points', { offset: 0, limit: 100 })
        expect(places).toEqual(
          expected.map((one, rank) => ({ id: one, entry: model.get(one)?.indexEntries.points, rank })),
        )
        for (const [rank, one] of expected.entries())
          expect(await store.rank(board, 'points', one)).toBe(rank)
        const twoOrThree = [...model.values()].filter((one) => scoreOf(one) >= 2 && scoreOf(one) <= 3)
        expect(await store.countBetween(board, 'points', 2, 3)).toBe(twoOrThree.length)
        const tenths = [...model.values()].reduce((sum, one) => sum + Math.round(scoreOf(one) * 10), 0)
        expect(await store.sum(board, 'points')).toBe(tenths / 10)
      }),
      { numRuns: 60 },
    )
  })
}

const scoreOf = (one: Upsert): number => one.indexEntries.points?.score ?? 0

function byPlace(a: Upsert, b: Upsert): number {
  const tieOf = (one: Upsert) => one.indexEntries.points?.tiebreaker ?? ''
  if (scoreOf(a) !== scoreOf(b)) return scoreOf(a) - scoreOf(b)
  if (tieOf(a) !== tieOf(b)) return tieOf(a) < tieOf(b) ? -1 : 1
  return a.id < b.id ? -1 : 1
}
