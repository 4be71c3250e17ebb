import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runInShell } from '../../testing/operator-shell.ts'

test('a store of events that accepts connections and never answers is a fault, and the report ends', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined).resume())
  onTestFinished(() => void silent.close())
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const { code, text } = await runInShell(['doctor'], {
    folder: await temporaryFolder(),
    environment: { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` },
  })
  expect(code).toBe(1)
  expect(text).toContain('The event log in EventStoreDB cannot be read: no answer within 15 seconds')
  expect(text).toContain('The read models cannot be compared with the log: it cannot be read.')
}, 60_000)
