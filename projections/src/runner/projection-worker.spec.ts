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

const view: Projection<{ types: string[] }> = {
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

async function laneOver(store: ReadModelStore) {
  const care = createRetryPolicy(new AbortController().signal, fakeScheduler(), () => undefined)
  const where = { build: await store.beginBuild(view), checkpoint: -1n, isLive: false }
  return new ProjectionWorker({
    projection: { projection: view },
    store,
    retryPolicy: care,
    buildState: where,
    head: -1n,
  })
}

test('a step that was begun before another build took its place does not reach the new build', async () => {
  const memory = memoryReadModelStore({ live: { publish: () => undefined } })
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const store: ReadModelStore = {
    ...memory,
    load: async (key, ids) => {
      const found = await memory.load<{ types: string[] }>(key, ids)
      if (isHeld) await held.promise
      // The same documents, for whichever view they are asked.
      return found as never
    },
  }
  const lane = await laneOver(store)
  await lane.apply([event(0n, 'a')], 0n)
  await lane.activate()
  const other = await lane.beginRebuild()
  await other.apply([event(0n, 'a'), event(1n, 'b'), event(2n, 'c')], 2n)
  isHeld = true
  const late = lane.apply([event(1n, 'b')], 1n)
  await Promise.resolve()
  await lane.switchTo(other)
  held.resolve()
  await expect(late).rejects.toThrow(CheckpointMismatch)
  expect(lane.position()).toBe(2n)
  isHeld = false
  await lane.apply([event(1n, 'b'), event(2n, 'c'), event(3n, 'd')], 3n)
  expect(await memory.load(view, ['project-a'])).toEqual([{ types: ['a', 'b', 'c', 'd'] }])
  expect(await memory.liveBuild(view)).toMatchObject({ checkpoint: 3n })
})
