import { expect, test } from 'vitest'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { Fenced, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { countingProjection, type EventCount } from '@thirty/projections/testing/runner/runner-setup.ts'
import type { Build } from './build.ts'
import { BuildBuffer, type BufferBudget } from './build-buffer.ts'
import { beginBuild } from './open-build.ts'
import { RetryPolicy } from './retries.ts'

const projection = countingProjection()
const stopped = new AbortController().signal
const retryPolicy = new RetryPolicy(stopped, fakeScheduler(), { onFailure: () => undefined })

/** A new build over a store in memory, with this budget of documents, and what was stored of it. */
async function setUp(bufferBudget: BufferBudget = { maxDocuments: 10, buffers: new Set() }) {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const state = { isStopped: false, commits: 0, held: Promise.resolve() }
  const store: ReadModelStore = {
    ...memory,
    commit: async (step) => {
      state.commits += 1
      await state.held
      await memory.commit(step)
    },
  }
  const isStopped = () => state.isStopped
  const context = { projection, store, retryPolicy, lease: undefined, bufferBudget, isStopped }
  const counts = async () => {
    const documents = await memory.load<EventCount>(projection, ['project-0', 'project-1', 'project-3'])
    return documents.map((document) => document?.count)
  }
  return { build: await beginBuild(context), state, counts, memory }
}

const event = (position: bigint): RecordedEvent => ({
  id: `${position}`,
  type: 'Happened',
  version: 1,
  at: '2026-03-01T12:00:00.000Z',
  data: {},
  metadata: { correlation: 'c' },
  stream: `project-${position}`,
  revision: 0,
  position,
})

const applyTo = (build: Build, position: bigint): Promise<void> => {
  const events = [event(position)]
  return build.apply({ events, afterPosition: position - 1n, upToPosition: position, newest: events })
}

test('a build that keeps many documents in memory does not make another one store every step', async () => {
  const buffers = new Set<BuildBuffer>()
  const budget = { maxDocuments: 10, buffers }
  const { build, state, memory } = await setUp(budget)
  // Another build of this process keeps all documents that are allowed, and stands still.
  const other = new BuildBuffer(
    projection,
    memory,
    await memory.beginBuild({ name: 'other', version: 1 }),
    budget,
  )
  other.apply(Array.from({ length: 10 }, (_, position) => event(BigInt(position))))
  for (let position = 0n; position < 5n; position++) await applyTo(build, position)
  expect(state.commits).toBe(0)
  await applyTo(build, 5n)
  expect(state.commits).toBe(1)
})

test('a build that exceeds its share is stored while a write of another one hangs', async () => {
  const budget = { maxDocuments: 10, buffers: new Set<BuildBuffer>() }
  const [first, second] = [await setUp(budget), await setUp(budget)]
  const held = Promise.withResolvers<void>()
  first.state.held = held.promise
  for (let position = 0n; position < 10n; position++) await applyTo(first.build, position)
  const written = applyTo(first.build, 10n)
  await expect.poll(() => first.state.commits).toBe(1)
  for (let position = 0n; position < 5n; position++) await applyTo(second.build, position)
  expect(second.state.commits).toBe(0)
  await applyTo(second.build, 5n)
  expect(second.state.commits).toBe(1)
  held.resolve()
  await written
  expect([...budget.buffers].map(({ size }) => size)).toEqual([0, 0])
})

test('a build that is abandoned while it is written gives back its share of the budget', async () => {
  const buffers = new Set<BuildBuffer>()
  const { build, state } = await setUp({ maxDocuments: 0, buffers })
  const held = Promise.withResolvers<void>()
  state.held = held.promise
  const applied = applyTo(build, 0n)
  await expect.poll(() => state.commits).toBe(1)
  expect(buffers.size).toBe(1)
  build.discardBuffer()
  held.resolve()
  await applied
  expect(buffers.size).toBe(0)
})

test('a build whose worker is stopped while it computes a step does not write the step', async () => {
  const { build, state } = await setUp()
  const applied = applyTo(build, 0n)
  state.isStopped = true
  await applied
  await expect(build.activate()).rejects.toThrow(Fenced)
  expect(state.commits).toBe(0)
})

test('events that were applied already are skipped, and a range with a gap before it is left alone', async () => {
  const { build, counts } = await setUp()
  await applyTo(build, 0n)
  const events = [0n, 1n].map(event)
  await build.apply({ events, afterPosition: -1n, upToPosition: 1n, newest: events })
  await applyTo(build, 3n)
  await build.activate()
  expect(build.position).toBe(1n)
  expect(await counts()).toEqual([1, 1, undefined])
})

test('a closed build applies nothing', async () => {
  const { build } = await setUp()
  build.close()
  await applyTo(build, 0n)
  expect([build.closed.aborted, build.position]).toEqual([true, -1n])
})
