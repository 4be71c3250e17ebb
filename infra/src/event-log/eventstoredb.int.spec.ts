import { afterAll, beforeAll, describe } from 'vitest'
import { startFakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import type { FakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import { eventLogSpec } from '@thirty/infra/testing/event-log/event-log-port.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { openEventStoreLog } from '@thirty/infra/testing/event-log/open-eventstore-log.ts'
import { isolatedLog } from '@thirty/infra/testing/event-log/port/isolated-log.ts'

/** Fewer random interleavings than over SQLite, because every event goes through two servers. */
const runs = Number(process.env['INTERLEAVINGS'] ?? 10)

describe('over the protocol', () => {
  let fake: FakeCluster
  const storeErrors: unknown[] = []

  beforeAll(async () => {
    fake = await startFakeCluster({ log: inMemoryEventLog().log })
  })
  afterAll(async () => {
    await fake.stop()
    if (storeErrors.length > 0) throw new AggregateError(storeErrors, 'There were unexpected store errors.')
  })

  const onStoreError = ({ error }: { error: Error }) => storeErrors.push(error)
  // A long deadline: a machine that is busy with other specs must not cause store errors.
  const open = () => openEventStoreLog({ url: fake.url, onStoreError, deadline: 10_000 })
  eventLogSpec('EventStoreDB', () => isolatedLog(open), runs)
})

const url = process.env['EVENTSTORE_URL']
describe.runIf(url !== undefined)('over a real server', () => {
  // A real server may have its own errors; the port's contract must hold nevertheless.
  const open = () => openEventStoreLog({ url: url ?? '', onStoreError: () => {} })
  eventLogSpec('EventStoreDB', () => isolatedLog(open), runs)
})
