import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { Fenced, type Commit, type Upsert } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { BuildBuffer } from './build-buffer.ts'

const readModel = { name: 'board', version: 1 }

/** As many documents as three commits write. */
const documents = (points: number): Upsert[] =>
  Array.from({ length: 1_300 }, (_, index) => ({
    id: `person-${index}`,
    document: { points },
    indexEntries: { points: { score: points } },
  }))

/** A buffer over a store in memory. `intercept` is called before every commit, with its number. */
async function setUp(intercept: (attempt: number) => void = () => undefined) {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await store.beginBuild(readModel)
  const buffer = new BuildBuffer(store, build, { maxDocuments: 10_000, buffers: new Set() })
  const steps: Omit<Commit, 'build' | 'lease'>[] = []
  const commit = async (step: Omit<Commit, 'build' | 'lease'>) => {
    steps.push(step)
    intercept(steps.length)
    await store.commit({ ...step, build })
  }
  const stored = async () => ({
    checkpoint: await store.checkpoint(build),
    count: await store.count(build, 'points'),
    sum: await store.sum(build, 'points'),
  })
  return { buffer, steps, commit, stored }
}

const complete = { checkpoint: 7n, count: 1_300, sum: 3_900 }

test('a second write completes a failed write, and stores only the documents that are not stored yet', async () => {
  const { buffer, steps, commit, stored } = await setUp((attempt) => {
    if (attempt === 2) throw new Fenced(readModel)
  })
  buffer.add({ upserts: documents(3), deletes: [] })
  await expect(buffer.write(7n, commit)).rejects.toThrow(Fenced)
  await buffer.write(7n, commit)
  expect(steps.map(({ upserts }) => upserts.length)).toEqual([500, 500, 500, 300])
  expect(await stored()).toEqual(complete)
})

test('says that documents are new only as long as the store has none', async () => {
  const { buffer, steps, commit, stored } = await setUp()
  buffer.add({ upserts: documents(1), deletes: [] })
  await buffer.write(5n, commit)
  buffer.add({ upserts: documents(3), deletes: [] })
  await buffer.write(7n, commit)
  expect(steps.map(({ areNew }) => areNew === true)).toEqual([true, true, true, false, false, false])
  expect(await stored()).toEqual(complete)
})
