import { expect, test } from 'vitest'
import { memoryReadModelStore } from './memory.ts'
import { board, commitStep, person } from '@thirty/infra/testing/read-models/port/board.ts'
import { readModelStoreSpec } from '@thirty/infra/testing/read-models/read-models-port.ts'

readModelStoreSpec('memory', async (live) => ({ store: memoryReadModelStore({ live }) }))
readModelStoreSpec('memory, sorted when read', async (live) => ({
  store: memoryReadModelStore({ live, sortsWhenRead: true }),
}))

test('an index that begins after the build went live is read in order without reading all documents', async () => {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await store.beginBuild(board)
  let reads = 0
  const upserts = Array.from({ length: 300 }, (_, index) => ({
    ...person(`p${index}`, index),
    get indexEntries() {
      reads += 1
      return { points: { score: index } }
    },
  }))
  await commitStep(store, build, 1n, { upserts })
  await store.activate(build)
  const days = [3, 1, 2].map((day) => ({
    ...person(`day${day}`, day),
    indexEntries: { days: { score: day, tiebreaker: String(day) } },
  }))
  await commitStep(store, build, 2n, { from: 1n, upserts: days })
  reads = 0
  const inOrder = await store.range(board, 'days', { offset: 0, limit: 9 })
  expect(inOrder.map(({ id }) => id)).toEqual(['day1', 'day2', 'day3'])
  expect(reads).toBe(0)
})

test('a live build is outdated since the moment in which a new epoch began', async () => {
  let now = 1_000
  const store = memoryReadModelStore({ live: { publish: () => undefined }, clock: () => now })
  await store.activate(await store.beginBuild(board))
  const live = await store.liveBuild(board)
  expect(live).not.toHaveProperty('outdatedSince')
  now = 2_000
  await store.beginEpoch(live?.epoch ?? '')
  now = 3_000
  expect(await store.liveBuild(board)).toMatchObject({ build: live?.build, outdatedSince: 2_000 })
})
