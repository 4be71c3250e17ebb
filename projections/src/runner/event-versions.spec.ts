import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { eventCatalogue } from '@thirty/contracts/events/catalogue.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { setUpRunner } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** `PointsGiven` was a plain number in version 1 and has a reason since version 2. */
const family = {
  PointsGiven: {
    version: 2,
    data: z.object({ points: z.number(), reason: z.string() }),
    upcasters: { 1: (data: unknown) => ({ points: data, reason: 'unknown' }) },
  },
  PlayerCheered: { version: 1, data: z.object({}) },
}
const handled = pickEvents(family, 'PointsGiven')

type Total = { points: number; reasons: readonly string[] }

const totals: Projection<Total, typeof handled> = {
  name: 'totals',
  version: 1,
  streams: ['project-'],
  events: handled,
  documentIds: (event) => [event.stream],
  evolve: (total, { data }) => ({
    points: (total?.points ?? 0) + data.points,
    reasons: [...(total?.reasons ?? []), data.reason],
  }),
  indexEntries: ({ points }) => ({ points: { score: points } }),
}

async function setUp() {
  const stored = fakeEventLog()
  const log = { ...stored, ...catalogueLog(stored, eventCatalogue(family)) }
  const { started, failures, memory } = setUpRunner([{ projection: totals }], { log })
  let count = 0
  /** Stores an event as an older or a newer release would. */
  const store = async (type: string, version: number, data: unknown) => {
    const at = '2026-03-01T12:00:00.000Z'
    const event = { id: `stored-${count++}`, type, version, at, data, metadata: { correlation: 'c' } }
    return (await appendToEnd(stored, 'project-a', [event])).position
  }
  const total = async () => (await memory.load<Total>(totals, ['project-a']))[0]
  const running = await started()
  return { store, total, failures, running }
}

test('a type that the projection does not handle is skipped, also in a version of a newer release', async () => {
  const { store, total, failures, running } = await setUp()
  await store('PlayerCheered', 1, {})
  await store('PlayerCheered', 9, 'unknown')
  await store('AddedInTheNextRelease', 1, 'unknown')
  await store('PointsGiven', 1, 3)
  const last = await store('PointsGiven', 2, { points: 4, reason: 'speed' })
  await flushPromises()
  // An older version of a handled type is applied as its newest one.
  expect(await total()).toEqual({ points: 7, reasons: ['unknown', 'speed'] })
  expect(await running.waitForPosition(last, 0)).toBe(true)
  expect(failures).toEqual([])
})

test('a version of a newer release of a handled type parks the projection before the event', async () => {
  const { store, total, failures } = await setUp()
  await store('PointsGiven', 2, { points: 4, reason: 'speed' })
  const newer = await store('PointsGiven', 3, 'unknown')
  await store('PointsGiven', 2, { points: 1, reason: 'speed' })
  await flushPromises()
  expect(await total()).toEqual({ points: 4, reasons: ['speed'] })
  expect(failures).toMatchObject([
    { isParked: true, event: { position: newer }, error: { name: 'UnsupportedEventVersion' } },
  ])
})
