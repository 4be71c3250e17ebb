import { expect, test } from 'vitest'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { Fenced, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { countingProjection, type EventCount } from '@thirty/projections/testing/runner/runner-setup.ts'
import type { Build } from './build.ts'
import { ProjectionLease } from './lease.ts'
import { beginBuild } from './open-build.ts'
import { ProjectionRunner } from './projection-runner.ts'
import { createRetryPolicy } from './retries.ts'

const projection = countingProjection()
const stopped = new AbortController().signal
const reports = { report: () => undefined, reportOutage: () => undefined }
const retryPolicy = createRetryPolicy(stopped, fakeScheduler(), reports)

/** A new build over a store in memory, with this budget of documents, and what was stored of it. */
async function setUp(budget: { maxDocuments: number; documents: number; buffers: number }) {
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
  const context = { projection, store, retryPolicy, lease: undefined, bufferBudget: budget, isStopped }
  const counts = async () => {
    const documents = await memory.load<EventCount>(projection, ['project-0', 'project-1', 'project-3'])
    return documents.map((document) => document?.count)
  }
  return { build: await beginBuild(context), state, counts }
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
  // Another build of this process keeps all documents that are allowed, and stands still.
  const { build, state } = await setUp({ maxDocuments: 10, documents: 10, buffers: 1 })
  for (let position = 0n; position < 5n; position++) await applyTo(build, position)
  expect(state.commits).toBe(0)
  await applyTo(build, 5n)
  expect(state.commits).toBe(1)
})

test('a build that is abandoned while it is written gives back its share of the budget once', async () => {
  const budget = { maxDocuments: 0, documents: 0, buffers: 0 }
  const { build, state } = await setUp(budget)
  const held = Promise.withResolvers<void>()
  state.held = held.promise
  const applied = applyTo(build, 0n)
  await expect.poll(() => budget.documents).toBe(1)
  build.discardBuffer()
  held.resolve()
  await applied
  expect(budget).toMatchObject({ documents: 0, buffers: 0 })
})

test('a build whose worker is stopped while it computes a step keeps nothing of it', async () => {
  const budget = { maxDocuments: 10, documents: 0, buffers: 0 }
  const { build, state } = await setUp(budget)
  const applied = applyTo(build, 0n)
  state.isStopped = true
  await expect(applied).rejects.toThrow(Fenced)
  expect(budget.documents).toBe(0)
})

test('events that were applied already are skipped, and a range with a gap before it is left alone', async () => {
  const { build, counts } = await setUp({ maxDocuments: 10, documents: 0, buffers: 0 })
  await applyTo(build, 0n)
  const events = [0n, 1n].map(event)
  await build.apply({ events, afterPosition: -1n, upToPosition: 1n, newest: events })
  await applyTo(build, 3n)
  await build.activate()
  expect(build.position).toBe(1n)
  expect(await counts()).toEqual([1, 1, undefined])
})

test('a closed build applies nothing', async () => {
  const { build } = await setUp({ maxDocuments: 10, documents: 0, buffers: 0 })
  build.close()
  await applyTo(build, 0n)
  expect([build.closed.aborted, build.position]).toEqual([true, -1n])
})

test('a worker whose lease expired gives back its share of the budget when it is replaced', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const bufferBudget = { maxDocuments: 10, documents: 0, buffers: 0 }
  let now = 0
  const storeLease = await memory.acquireLease(projection, 'ada', 3_000)
  if (!storeLease) throw new Error('Ada has no lease.')
  const log = fakeEventLog()
  log.add('project-a', 'Happened')
  const runner = new ProjectionRunner({
    log,
    store: { ...memory, commit: () => new Promise(() => undefined) },
    batch: 3,
    bufferBudget,
    retryPolicy,
    scheduler: fakeScheduler(),
    stopped,
    onProgress: () => undefined,
    onRunningChanged: () => undefined,
  })
  runner.add([{ projection }])
  runner.start(projection, new ProjectionLease(storeLease, 3_000, () => now))
  await flushPromises()
  expect(bufferBudget.documents).toBe(1)
  now = 3_001
  runner.start(projection)
  expect(bufferBudget.documents).toBe(0)
})
