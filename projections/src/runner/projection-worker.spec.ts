import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  CheckpointMismatch,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { createRetryPolicy } from './retry-policy.ts'
import { ProjectionWorker } from './projection-worker.ts'

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

async function openWorker(store: ReadModelStore) {
  const retryPolicy = createRetryPolicy(new AbortController().signal, fakeScheduler(), () => undefined)
  const buildState = { build: await store.beginBuild(projection), checkpoint: -1n, isLive: false }
  return new ProjectionWorker({
    projection: { projection },
    store,
    retryPolicy,
    buildState,
    head: -1n,
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
