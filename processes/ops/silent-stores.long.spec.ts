// Stores that accept connections and never answer: the shell says so, and ends. Jobs that run it would pile up otherwise.

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runInShell } from '../testing/operator-shell.ts'

/** Returns the address of a server that never answers. */
async function silentServer(): Promise<string> {
  const silent = createServer((socket) => void socket.on('error', () => undefined).resume())
  onTestFinished(() => void silent.close())
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(silent.address() as AddressInfo).port}`
}

async function folderWithLog(): Promise<string> {
  const folder = await temporaryFolder()
  const { log, verified } = await startSqliteLog({ folder, onFailure: () => undefined })
  await verified
  await log.close()
  return folder
}

const silentLog = 'EVENTSTORE_URL names an EventStoreDB that did not answer within 30 seconds.'
const silentReadModels = 'REDIS_URL names a Redis that did not answer within 30 seconds.'

test('a command says within a minute that EventStoreDB does not answer', async () => {
  const environment = { EVENTSTORE_URL: `esdb://${await silentServer()}?tls=false` }
  const [doctor, activation] = await Promise.all(
    [['doctor'], ['user', 'activate', 'ada']].map(async (args) =>
      runInShell(args, { folder: await temporaryFolder(), environment }),
    ),
  )
  expect(activation).toMatchObject({ code: 1, notes: expect.stringContaining(silentLog) })
  expect(doctor?.code).toBe(1)
  expect(doctor?.text).toContain('The event log in EventStoreDB cannot be read: no answer within 15 seconds')
  expect(doctor?.text).toContain(`The read models cannot be compared with the log: ${silentLog}`)
}, 60_000)

test('a command says within a minute that Redis does not answer', async () => {
  const environment = { REDIS_URL: `redis://${await silentServer()}` }
  const [doctor, activation] = await Promise.all(
    [['doctor'], ['user', 'activate', 'ada']].map(async (args) =>
      runInShell(args, { folder: await folderWithLog(), environment }),
    ),
  )
  expect(activation).toMatchObject({ code: 1, notes: expect.stringContaining(silentReadModels) })
  expect(doctor?.text).toContain(`The read models cannot be compared with the log: ${silentReadModels}`)
}, 60_000)
