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

const unreadable = 'The event log in EventStoreDB cannot be read: no answer within 15 seconds'

test.for([
  ['EVENTSTORE_URL', 'esdb', '?tls=false', 'an EventStoreDB', unreadable],
  ['REDIS_URL', 'redis', '', 'a Redis', 'The event log is intact'],
] as const)(
  'a command says within a minute that the store of %s does not answer',
  { timeout: 60_000 },
  async ([name, scheme, options, store, ofLog]) => {
    const environment = { [name]: `${scheme}://${await silentServer()}${options}` }
    const run = async (...args: string[]) => runInShell(args, { folder: await folderWithLog(), environment })
    const [doctor, activation] = await Promise.all([run('doctor'), run('user', 'activate', 'ada')])
    const reason = `${name} names ${store} that did not answer within 30 seconds.`
    expect(activation).toMatchObject({ code: 1, notes: expect.stringContaining(reason) })
    expect(doctor.code).toBe(1)
    for (const found of [`The read models cannot be compared with the log: ${reason}`, ofLog])
      expect(doctor.text).toContain(found)
  },
)
