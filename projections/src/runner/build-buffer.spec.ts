import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { Fenced, type Projection } from '@thirty/infra/read-models/read-models.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { BuildBuffer } from './build-buffer.ts'

const readModel = { name: 'board', version: 1 }

/** Gives as many people as three commits write the points of an event. */
const projection: Projection<{ points: number }> = {
  ...readModel,
  streams: ['person-'],
  documentIds: () => Array.from({ length: 1_300 }, (_, index) => `person-${index}`),
  evolve: (_, { revision }) => ({ points: revision }),
  indexEntries: ({ points }) => ({ points: { score: points } }),
}

/** A buffer over a store in memory. `intercept` is called before every commit, with its number. */
async function setUp(intercept: (attempt: number) => void = () => undefined) {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await store.beginBuild(readModel)
  const buffer = new BuildBuffer(projection, store, build, { maxDocuments: 10_000, buffers: new Set() })
  type Store = Parameters<typeof buffer.write>[1]
  const steps: Parameters<Store>[0][] = []
  const commit: Store = async (step) => {
    steps.push(step)
    intercept(steps.length)
    await store.commit({ ...step, build, stepId: `step-${steps.length}`, messages: [] })
  }
  const stored = async () => ({
    checkpoint: await store.checkpoint(build),
    count: await store.count(build, 'points'),
    sum: await store.sum(build, 'points'),
  })
  const give = async (points: number) => {
    const log = fakeEventLog()
    for (let revision = 0; revision <= points; revision++) log.add('person-1', 'PointsGiven')
    for await (const events of log.readAll()) {
      await buffer.loadFor(events)
      buffer.apply(events)
    }
  }
  return { give, buffer, steps, commit, stored }
}

const complete = { checkpoint: 7n, count: 1_300, sum: 3_900 }

test('a second write completes a failed write, and stores only the documents that are not stored yet', async () => {
  const { give, buffer, steps, commit, stored } = await setUp((attempt) => {
    if (attempt === 2) throw new Fenced(readModel)
  })
  await give(3)
  await expect(buffer.write(7n, commit)).rejects.toThrow(Fenced)
  await buffer.write(7n, commit)
  expect(steps.map(({ upserts }) => upserts.length)).toEqual([500, 500, 500, 300])
  expect(await stored()).toEqual(complete)
})

test('says that documents are new only as long as the store has none', async () => {
  const { give, buffer, steps, commit, stored } = await setUp()
  await give(1)
  await buffer.write(5n, commit)
  await give(3)
  await buffer.write(7n, commit)
  expect(steps.map(({ areNew }) => areNew === true)).toEqual([true, true, true, false, false, false])
  expect(await stored()).toEqual(complete)
})
