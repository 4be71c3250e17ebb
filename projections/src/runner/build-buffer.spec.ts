import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { Fenced, StoreUnavailable, type Commit, type Upsert } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { BuildBuffer, type CommitStep } from './build-buffer.ts'

const readModel = { name: 'board', version: 1 }

/** As many documents as three commits write. */
const documents = (points: number): Upsert[] =>
  Array.from({ length: 1_300 }, (_, index) => ({
    id: `person-${index}`,
    document: { points },
    indexEntries: { points: { score: points } },
  }))

/** A buffer over a store in memory. `intercept` is called with every try to commit, and with its number. */
async function setUp(intercept: (apply: () => Promise<void>, attempt: number) => Promise<void>) {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await store.beginBuild(readModel)
  const budget = { maxDocuments: 10_000, documents: 0, buffers: 0 }
  const buffer = new BuildBuffer(store, build, budget)
  const steps: Omit<Commit, 'build' | 'lease'>[] = []
  const commit: CommitStep = async (step, tries) => {
    for (;;) {
      steps.push(step)
      try {
        await intercept(() => store.commit({ ...step, build }), steps.length)
        return
      } catch (error) {
        if (tries === 'once' || !(error instanceof StoreUnavailable)) throw error
      }
    }
  }
  const stored = async () => ({
    checkpoint: await store.checkpoint(build),
    count: await store.count(build, 'points'),
    sum: await store.sum(build, 'points'),
  })
  return { buffer, budget, steps, commit, stored }
}

const complete = { checkpoint: 7n, count: 1_300, sum: 3_900 }

test('sends a commit while the store executes the one before, and never more than two', async () => {
  let [underWay, most] = [0, 0]
  // Like a server, it executes one after the other.
  let executed = Promise.resolve()
  const { buffer, budget, steps, commit, stored } = await setUp(async (apply) => {
    most = Math.max(most, ++underWay)
    executed = executed.then(async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      await apply()
    })
    await executed
    underWay -= 1
  })
  buffer.add({ upserts: documents(3), deletes: [] })
  await buffer.write(7n, commit)
  expect(most).toBe(2)
  expect(steps).toHaveLength(3)
  expect(await stored()).toEqual(complete)
  expect(budget.documents).toBe(0)
})

test('a commit that came before the one that it follows is sent again after it', async () => {
  const { buffer, steps, commit, stored } = await setUp(async (apply, attempt) => {
    if (attempt === 1) throw new StoreUnavailable('The store did not receive it.')
    await apply()
  })
  buffer.add({ upserts: documents(3), deletes: [] })
  await buffer.write(7n, commit)
  expect(new Set(steps.map(({ stepId }) => stepId)).size).toBe(3)
  expect(await stored()).toEqual(complete)
})

test('a commit whose response was lost is stored if the next one was applied meanwhile', async () => {
  const nextIsApplied = Promise.withResolvers<void>()
  const { buffer, budget, steps, commit, stored } = await setUp(async (apply, attempt) => {
    await apply()
    if (attempt === 2) nextIsApplied.resolve()
    if (attempt !== 1) return
    await nextIsApplied.promise
    throw new StoreUnavailable('The response was lost.')
  })
  buffer.add({ upserts: documents(3), deletes: [] })
  await buffer.write(7n, commit)
  expect(new Set(steps.map(({ stepId }) => stepId)).size).toBe(3)
  expect(await stored()).toEqual(complete)
  expect(budget.documents).toBe(0)
})

test('a write that fails has ended when nothing is under way any more, and another one completes it', async () => {
  let underWay = 0
  const { buffer, commit, stored } = await setUp(async (apply, attempt) => {
    underWay += 1
    try {
      if (attempt === 1) throw new Fenced(readModel)
      // Later than the failure of the first.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      await apply()
    } finally {
      underWay -= 1
    }
  })
  buffer.add({ upserts: documents(3), deletes: [] })
  await expect(buffer.write(7n, commit)).rejects.toThrow(Fenced)
  expect(underWay).toBe(0)
  await buffer.write(7n, commit)
  expect(await stored()).toEqual(complete)
})

test('a commit that fails before the one that it follows does not end the process', async () => {
  const secondFailed = Promise.withResolvers<void>()
  const { buffer, commit } = await setUp(async (apply, attempt) => {
    if (attempt === 1) {
      await secondFailed.promise
      // Node.js reports a rejection that nobody handles before the next turn.
      await new Promise((resolve) => setImmediate(resolve))
      return apply()
    }
    secondFailed.resolve()
    throw new Fenced(readModel)
  })
  buffer.add({ upserts: documents(3), deletes: [] })
  await expect(buffer.write(7n, commit)).rejects.toThrow(Fenced)
})

test('says that documents are new only as long as the store has none', async () => {
  const { buffer, steps, commit, stored } = await setUp((apply) => apply())
  buffer.add({ upserts: documents(1), deletes: [] })
  await buffer.write(5n, commit)
  buffer.add({ upserts: documents(3), deletes: [] })
  await buffer.write(7n, commit)
  expect(steps.map(({ areNew }) => areNew === true)).toEqual([true, true, true, false, false, false])
  expect(await stored()).toEqual(complete)
})
