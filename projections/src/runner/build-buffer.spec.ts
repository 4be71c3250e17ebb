import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { Fenced } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { personEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { BuildBuffer, type BufferBudget } from './build-buffer.ts'

const readModel = { name: 'board', version: 1 }

/** An event gives a point to this many people. */
const projectionOf = (people: number): Projection<{ points: number }> => ({
  ...readModel,
  streams: ['user-'],
  documentIds: () => Array.from({ length: people }, (_, index) => `person-${index}`),
  evolve: (document) => ({ points: (document?.points ?? 0) + 1 }),
  indexEntries: ({ points }) => ({ points: { score: points } }),
})

/** A buffer over a store in memory, without a budget if that is null. `intercept` is called before every commit, with its number. */
async function setUp(
  people: number,
  budget: Partial<BufferBudget> | null = {},
  intercept: (attempt: number) => unknown = () => undefined,
) {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await store.beginBuild(readModel)
  const context = { projection: projectionOf(people), store }
  const limits = budget ? { maxDocuments: 10_000, buffers: new Set<BuildBuffer>(), ...budget } : undefined
  const buffer = new BuildBuffer(context, build, beginning, limits)
  type Store = Parameters<typeof buffer.write>[1]
  const steps: Parameters<Store>[0][] = []
  const write = (checkpoint: bigint) =>
    buffer.write(checkpoint, async (step) => {
      steps.push(step)
      await intercept(steps.length)
      await store.commit({ ...step, build, stepId: `step-${steps.length}`, messages: [] })
    })
  const give = async () => {
    await buffer.apply(recordedEvents([personEvents('Ada').registered()]))
  }
  return { store, build, buffer, steps, write, give }
}

test('a failed write is completed by the next, and documents are said to be new only until the store has some', async () => {
  const { give, write, steps, store, build } = await setUp(1_300, {}, (attempt) => {
    if (attempt === 2) throw new Fenced(readModel)
  })
  await give()
  await expect(write(5n)).rejects.toThrow(Fenced)
  await write(5n)
  await give()
  await write(7n)
  expect(steps.map(({ upserts }) => upserts.length)).toEqual([500, 500, 500, 300, 500, 500, 300])
  // Between the commits of a write the store has a checkpoint of its own, different each time.
  const between = steps.map(({ to }) => to).filter((to) => to < beginning)
  expect([between.length, new Set(between).size]).toEqual([5, 5])
  expect(steps.map(({ areNew }) => areNew === true)).toEqual([true, true, false, false, false, false, false])
  const index = [store.count(build, 'points'), store.sum(build, 'points')]
  expect([await store.checkpoint(build), ...(await Promise.all(index))]).toEqual([7n, 1_300, 2_600])
})

test('a step is stored in one commit, however many documents it changes, with entries that were computed once', async () => {
  const { give, write, steps } = await setUp(1_300, null)
  await give()
  await write(5n)
  expect(steps.map(({ from, to, upserts }) => [from, to, upserts.length])).toEqual([[beginning, 5n, 1_300]])
  const [upsert] = steps[0]?.upserts ?? []
  expect(upsert?.indexEntries).toEqual({ points: { score: 1 } })
  expect(upsert?.indexEntries).toBe(upsert?.indexEntries)
})

test('a build is written when all have too many documents and it has more than its share, also while another is written', async () => {
  const budget: BufferBudget = { maxDocuments: 10, buffers: new Set() }
  const held = Promise.withResolvers<void>()
  const large = await setUp(11, budget, () => held.promise)
  const [small, other] = [await setUp(5, budget), await setUp(6, budget)]
  other.buffer.discard()
  await small.give()
  expect(small.buffer.isOverBudget).toBe(false)
  await large.give()
  const written = large.write(1n)
  expect([small, large].map(({ buffer }) => buffer.isOverBudget)).toEqual([false, true])
  small.buffer.discard()
  const next = await setUp(6, budget)
  await next.give()
  expect(next.buffer.isOverBudget).toBe(true)
  held.resolve()
  await written
  expect([large, next].map(({ buffer }) => buffer.isOverBudget)).toEqual([false, false])
})
