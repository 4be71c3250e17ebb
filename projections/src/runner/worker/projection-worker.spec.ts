import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  CheckpointMismatch,
  Fenced,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import type { BufferBudget } from './build-buffer.ts'
import { createRetryPolicy } from '../retry-policy.ts'
import { ProjectionRunner } from '../projection-runner.ts'
import { ProjectionWorker } from './projection-worker.ts'
import { ProjectionLease } from '../lease.ts'

const projection: Projection<{ types: string[] }> = {
  name: 'diary',
  version: 1,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document, { type }) => ({ types: [...(document?.types ?? []), type] }),
  indexEntries: () => ({}),
}

const event = (position: bigint, type: string): RecordedEvent => ({
  id: `${position}`,
  type,
  version: 1,
  at: '2026-03-01T12:00:00.000Z',
  data: {},
  metadata: { correlation: 'c' },
  stream: 'project-a',
  revision: Number(position),
  position,
})

async function openWorker(store: ReadModelStore, bufferBudget?: BufferBudget) {
  const retryPolicy = createRetryPolicy(new AbortController().signal, fakeScheduler(), () => undefined)
  const worker = new ProjectionWorker({
    projection: { projection },
    store,
    log: fakeEventLog(),
    retryPolicy,
    ...(bufferBudget && { bufferBudget }),
  })
  await worker.open()
  return worker
}

test('a step that was started before a switch to another build does not change the new build', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const blocked = Promise.withResolvers<void>()
  let isBlocked = false
  const store: ReadModelStore = {
    ...memory,
    load: async (key, ids) => {
      const found = await memory.load<{ types: string[] }>(key, ids)
      if (isBlocked) await blocked.promise
      // The store is generic, but this spec has documents of one type only.
      return found as never
    },
  }
  const worker = await openWorker(store)
  await worker.apply([event(0n, 'a')], 0n)
  await worker.activate()
  const other = await worker.beginRebuild()
  await other.apply([event(0n, 'a'), event(1n, 'b'), event(2n, 'c')], 2n)
  isBlocked = true
  const late = worker.apply([event(1n, 'b')], 1n)
  await Promise.resolve()
  await worker.switchTo(other)
  blocked.resolve()
  await expect(late).rejects.toThrow(CheckpointMismatch)
  expect(worker.position()).toBe(2n)
  isBlocked = false
  await worker.apply([event(1n, 'b'), event(2n, 'c'), event(3n, 'd')], 3n)
  expect(await memory.load(projection, ['project-a'])).toEqual([{ types: ['a', 'b', 'c', 'd'] }])
  expect(await memory.liveBuild(projection)).toMatchObject({ checkpoint: 3n })
})

test('a worker that began to build in memory before it switched to another build stores its next steps', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const budget = { maxDocuments: 100, documents: 0, buffers: 0 }
  const worker = await openWorker(memory, budget)
  await worker.apply([event(0n, 'a')], 0n)
  await worker.activate()
  // The store loses the read model, and the worker begins a new build before the requested one.
  await memory.drop(projection)
  await worker.open()
  const requested = await worker.beginRebuild()
  await requested.apply([event(0n, 'a'), event(1n, 'b')], 1n)
  await worker.switchTo(requested)
  await worker.apply([event(2n, 'c')], 2n)
  expect(await memory.load(projection, ['project-a'])).toEqual([{ types: ['a', 'b', 'c'] }])
  expect(budget).toMatchObject({ documents: 0, buffers: 0 })
})

test('a build that keeps many documents in memory does not make another one store every step', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const commits: string[] = []
  const store: ReadModelStore = {
    ...memory,
    commit: async (step) => {
      commits.push(step.build.name)
      await memory.commit(step)
    },
  }
  // Another build of this process keeps all documents that are allowed, and stands still.
  const budget = { maxDocuments: 10, documents: 10, buffers: 1 }
  const worker = await openWorker(store, budget)
  const addProject = (position: bigint) =>
    worker.apply([{ ...event(position, 'a'), stream: `project-${position}` }], position)
  for (let position = 0n; position < 5n; position++) await addProject(position)
  expect(commits).toEqual([])
  await addProject(5n)
  expect(commits).toEqual(['diary'])
})

test('a worker that is stopped while it writes its buffer gives back its share of the budget once', async () => {
  const held = Promise.withResolvers<void>()
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const store: ReadModelStore = {
    ...memory,
    commit: async (step) => {
      await held.promise
      await memory.commit(step)
    },
  }
  const budget = { maxDocuments: 0, documents: 0, buffers: 0 }
  const worker = await openWorker(store, budget)
  const applied = worker.apply([event(0n, 'a')], 0n)
  await expect.poll(() => budget.documents).toBe(1)
  worker.stop()
  held.resolve()
  await applied
  expect(budget.documents).toBe(0)
})

test('a worker that is stopped while it computes a step keeps nothing of it', async () => {
  const budget = { maxDocuments: 10, documents: 0, buffers: 0 }
  const worker = await openWorker(memoryReadModelStore({ live: { publish: () => undefined } }), budget)
  const applied = worker.apply([event(0n, 'a')], 0n)
  worker.stop()
  await expect(applied).rejects.toThrow(Fenced)
  expect(budget.documents).toBe(0)
})

test('a closed worker applies nothing until it is opened again', async () => {
  const worker = await openWorker(memoryReadModelStore({ live: { publish: () => undefined } }))
  const { closed } = worker
  worker.close()
  expect(closed.aborted).toBe(true)
  expect(await worker.apply([event(0n, 'a')], 0n)).toEqual([])
  expect(worker.position()).toBe(-1n)
  await worker.open()
  await worker.apply([event(0n, 'a')], 0n)
  expect(worker.position()).toBe(0n)
})

test('a worker whose lease expired gives back its share of the budget when it is replaced', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const budget = { maxDocuments: 10, documents: 0, buffers: 0 }
  let now = 0
  const storeLease = await memory.acquireLease(projection, 'ada', 3_000)
  if (!storeLease) throw new Error('Ada has no lease.')
  const log = fakeEventLog()
  log.add('project-a', 'Happened')
  const scheduler = fakeScheduler()
  const stopped = new AbortController().signal
  const runner = new ProjectionRunner({
    log,
    store: { ...memory, commit: () => new Promise(() => undefined) },
    batch: 3,
    bufferBudget: budget,
    retryPolicy: createRetryPolicy(stopped, scheduler, () => undefined),
    scheduler,
    stopped,
    onProgress: () => undefined,
    onRunningChanged: () => undefined,
  })
  runner.add([{ projection }])
  runner.start(projection, new ProjectionLease(storeLease, 3_000, () => now))
  await flushPromises()
  expect(budget.documents).toBe(1)
  now = 3_001
  runner.start(projection)
  expect(budget.documents).toBe(0)
})
