import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import { OutOfStep, type View, type ViewStore } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { careUntil } from './care.ts'
import { Lane } from './lane.ts'

const view: View<{ types: string[] }> = {
  name: 'diary',
  version: 1,
  streams: ['project-'],
  documents: (event) => [event.stream],
  evolve: (document, { type }) => ({ types: [...(document?.types ?? []), type] }),
  indexes: () => ({}),
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

async function laneOver(store: ViewStore) {
  const care = careUntil(new AbortController().signal, steppedTime(), () => undefined)
  const where = { build: await store.begin(view), checkpoint: -1n, isLive: false }
  return new Lane({ projection: { view }, store, care, where, head: -1n })
}

test('a step that was begun before another build took its place does not reach the new build', async () => {
  const memory = memoryViews({ live: { publish: () => undefined } })
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const store: ViewStore = {
    ...memory,
    load: async (key, ids) => {
      const found = await memory.load<{ types: string[] }>(key, ids)
      if (isHeld) await held.promise
      // The same documents, for whichever view they are asked.
      return found as never
    },
  }
  const lane = await laneOver(store)
  await lane.take([event(0n, 'a')], 0n)
  await lane.show()
  const other = await lane.beside()
  await other.take([event(0n, 'a'), event(1n, 'b'), event(2n, 'c')], 2n)
  isHeld = true
  const late = lane.take([event(1n, 'b')], 1n)
  await Promise.resolve()
  await lane.become(other)
  held.resolve()
  await expect(late).rejects.toThrow(OutOfStep)
  expect(lane.position()).toBe(2n)
  isHeld = false
  await lane.take([event(1n, 'b'), event(2n, 'c'), event(3n, 'd')], 3n)
  expect(await memory.load(view, ['project-a'])).toEqual([{ types: ['a', 'b', 'c', 'd'] }])
  expect(await memory.live(view)).toMatchObject({ checkpoint: 3n })
})
