import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { startFakeEventStoreDb } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-eventstoredb.ts'
import type { FakeEventStoreDb } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-eventstoredb.ts'
import { eventLogSpec } from '@thirty/infra/testing/event-log/event-log-port.ts'
import type { EventLog } from './event-log.ts'
import { openEventStoreLog } from './eventstoredb.ts'
import { isolatedLog } from '@thirty/infra/testing/event-log/port/isolated-log.ts'
import { openSqliteLog } from './sqlite.ts'

const fail = (error: Error) => {
  throw error
}

/** How often chance is tried: less than over SQLite, because every event goes through two servers. */
const runs = 15

describe('over the protocol', () => {
  let folder: string
  let beneath: EventLog
  let double: FakeEventStoreDb
  const troubles: unknown[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-log-'))
    beneath = await openSqliteLog({ folder, onFailure: fail })
    double = await startFakeEventStoreDb({ log: beneath })
  })
  afterAll(async () => {
    await double.stop()
    await beneath.close()
    await rm(folder, { recursive: true, force: true })
    if (troubles.length > 0) throw new AggregateError(troubles, 'There was no reason for trouble.')
  })

  const onTrouble = ({ error }: { error: Error }) => troubles.push(error)
  // A machine that is busy with other specs is no trouble.
  const open = () => openEventStoreLog({ url: double.url, onStoreError: onTrouble, deadline: 10_000 })
  eventLogSpec('EventStoreDB', () => isolatedLog(open), runs)
})

const url = process.env['EVENTSTORE_URL']
describe.runIf(url !== undefined)('over a real server', () => {
  // Its troubles are its own; what counts is that the port's promises hold in spite of them.
  const open = () => openEventStoreLog({ url: url ?? '', onStoreError: () => {} })
  eventLogSpec('EventStoreDB', () => isolatedLog(open), runs)
})
