import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  CheckpointMismatch,
  Fenced,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import type { BufferBudget } from './build-buffer.ts'
import { createRetryPolicy } from '../retry-policy.ts'
import { ProjectionWorker } from './projection-worker.ts'
import { newBuildState } from './worker-state.ts'
import { ProjectionLease } from '../assignment/lease.ts'
import { WorkerRegistry } from '../worker-registry.ts'

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
  const buildState = newBuildState(await store.beginBuild(projection))
  return new ProjectionWorker({
    projection: { projection },
    store,
    retryPolicy,
    buildState,
    head: -1n,
    ...(bufferBudget && { bufferBudget }),
  })
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
  const budget = { maxDocuments: 0, documents: 0 }
  const worker = await openWorker(store, budget)
  const applied = worker.apply([event(0n, 'a')], 0n)
  await expect.poll(() => budget.documents).toBe(1)
  worker.stop()
  held.resolve()
  await applied
  expect(budget.documents).toBe(0)
})

test('a worker that is stopped while it computes a step keeps nothing of it', async () => {
  const budget = { maxDocuments: 10, documents: 0 }
  const worker = await openWorker(memoryReadModelStore({ live: { publish: () => undefined } }), budget)
  const applied = worker.apply([event(0n, 'a')], 0n)
  worker.stop()
  await expect(applied).rejects.toThrow(Fenced)
  expect(budget.documents).toBe(0)
})

test('a worker whose lease expired gives back its share of the budget when it is removed', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const budget = { maxDocuments: 10, documents: 0 }
  let now = 0
  const storeLease = await memory.acquireLease(projection, 'ada', 3_000)
  if (!storeLease) throw new Error('Ada has no lease.')
  const worker = new ProjectionWorker({
    projection: { projection },
    store: memory,
    retryPolicy: createRetryPolicy(new AbortController().signal, fakeScheduler(), () => undefined),
    buildState: newBuildState(await memory.beginBuild(projection, storeLease)),
    head: -1n,
    lease: new ProjectionLease(storeLease, 3_000, () => now),
    bufferBudget: budget,
  })
  const registry = new WorkerRegistry(() => undefined)
  registry.add([worker])
  await worker.apply([event(0n, 'a')], 0n)
  expect(budget.documents).toBe(1)
  now = 3_001
  expect(registry.removeStopped()).toBe(true)
  expect(budget.documents).toBe(0)
})
