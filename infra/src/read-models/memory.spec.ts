import { expect, test } from 'vitest'
import { memoryReadModelStore } from './memory.ts'
import { board, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { readModelStoreSpec } from '@thirty/infra/testing/read-models/read-models-port.ts'

readModelStoreSpec('memory', async (live) => ({ store: memoryReadModelStore({ live }) }))

const silent = { publish: () => undefined }
const people = (count: number, points: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${String(at).padStart(6, '0')}`,
    document: { at },
    indexEntries: { points: { score: points(at) } },
  }))

test('a view built in large steps stands in order when it is first read', async () => {
  const store = memoryReadModelStore({ live: silent })
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: people(20_000, (at) => at) })
  await commitStep(store, build, 2n, { from: 1n, upserts: people(20_000, (at) => -at) })
  await store.activate(build)
  expect(await store.rank(board, 'points', 'p000000')).toBe(19_999)
  await commitStep(store, build, 3n, { from: 2n, upserts: people(300, (at) => at) })
  expect((await store.range(board, 'points', { offset: 0, limit: 1, reverse: true }))[0]?.document).toEqual({
    at: 299,
  })
  expect(await store.countBetween(board, 'points', 0, 299)).toBe(300)
  expect(await store.count(board, 'points')).toBe(20_000)
})

test('an index that was only counted is put in order when somebody asks for its order', async () => {
  const store = memoryReadModelStore({ live: silent })
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: people(300, (at) => at % 3).toReversed() })
  await store.activate(build)
  expect(await store.countBetween(board, 'points', 1, 2)).toBe(200)
  await commitStep(store, build, 2n, { from: 1n, upserts: people(1, () => 2) })
  expect(await store.countBetween(board, 'points', 2, 2)).toBe(101)
  expect(await store.rank(board, 'points', 'p000000')).toBe(199)
  await commitStep(store, build, 3n, { from: 2n, upserts: people(300, (at) => at / 2) })
  expect(await store.countBetween(board, 'points', 10, 19.5)).toBe(20)
  expect(await store.rank(board, 'points', 'p000299')).toBe(299)
  expect(await store.sum(board, 'points')).toBe((299 * 300) / 4)
})
