import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { countingProjection } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'
import { beginBuild } from './build.ts'
import { createRetryPolicy } from './retries.ts'

test('applies no event twice, and nothing once it is closed', async () => {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const projection = countingProjection()
  const build = await beginBuild({
    projection,
    store,
    retryPolicy: createRetryPolicy(new AbortController().signal, fakeScheduler(), {
      onFailure: () => expect.unreachable(),
    }),
    lease: undefined,
    bufferBudget: undefined,
    isStopped: () => false,
  })
  const given = Array.from({ length: 4 }, () => projectEvents('Ada', 1).liked('Bob'))
  const all = recordedEvents(given).map((event, index) => ({ ...event, position: BigInt(index) }))
  const apply = async (from: number, to: number) => {
    await build.apply({ events: all.slice(from, to + 1), position: BigInt(to) })
  }
  await apply(0, 0)
  await apply(0, 1)
  await apply(0, 0)
  await build.activate()
  build.close()
  await apply(2, 2)
  expect(
    await store.load(
      projection,
      all.slice(0, 1).map(({ stream }) => stream),
    ),
  ).toMatchObject([{ count: 2 }])
  expect([build.position, await store.checkpoint(projection)]).toEqual([1n, 1n])
})
