import { expect, test } from 'vitest'
import { memoryReadModelStore } from './memory.ts'
import { board, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { readModelStoreSpec } from '@thirty/infra/testing/read-models/read-models-port.ts'

readModelStoreSpec('memory', async (live) => ({ store: memoryReadModelStore({ live }) }))
readModelStoreSpec('memory, sorted when read', async (live) => ({
  store: memoryReadModelStore({ live, sortsWhenRead: true }),
}))

const ignoreMessages = { publish: () => undefined }
const createPeople = (count: number, points: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${String(index).padStart(6, '0')}`,
    document: { index },
    indexEntries: { points: { score: points(index) } },
  }))

test('an index that begins after the build went live is read in order without reading all documents', async () => {
  const store = memoryReadModelStore({ live: ignoreMessages })
  const build = await store.beginBuild(board)
  let reads = 0
  const upserts = createPeople(300, (index) => index).map(({ id, document, indexEntries }) => ({
    id,
    document,
    get indexEntries() {
      reads += 1
      return indexEntries
    },
  }))
  await commitStep(store, build, 1n, { upserts })
  await store.activate(build)
  const days = [3, 1, 2].map((day) => ({
    id: `day${day}`,
    document: { day },
    indexEntries: { days: { score: day, tiebreaker: String(day) } },
  }))
  await commitStep(store, build, 2n, { from: 1n, upserts: days })
  reads = 0
  const inOrder = await store.range(board, 'days', { offset: 0, limit: 9 })
  expect(inOrder.map(({ id }) => id)).toEqual(['day1', 'day2', 'day3'])
  expect(reads).toBe(0)
})
