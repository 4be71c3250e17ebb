import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import { collect, textEvents, eventsOf, takeBatchesUntil, textsOf } from '../port/test-events.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'

async function startServer(folder: string, port = 0) {
  const script = join(import.meta.dirname, 'serve.ts')
  const server = spawn(process.execPath, [script, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [url] = await once(createInterface(server.stdout), 'line')
  return {
    url: String(url),
    async end(signal: NodeJS.Signals): Promise<unknown> {
      server.kill(signal)
      return (await once(server, 'exit'))[0]
    },
  }
}

async function open(url: string): Promise<EventLog> {
  const log = await openEventStoreLog({ url, onStoreError: () => {}, retryForMs: 15_000 })
  onTestFinished(() => log.close())
  return log
}

test('several processes share one embedded log, through a kill and an orderly shutdown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const first = await startServer(folder)
  const [writer, reader] = [await open(first.url), await open(first.url)]
  const received = takeBatchesUntil(
    reader.subscribe({ after: beginning }),
    (batches) => eventsOf(batches).length === 2,
  )

  await writer.append('thing-1', textEvents('a'), 'none')
  await first.end('SIGKILL')
  const retried = writer.append('thing-1', textEvents('b'), 0)
  const second = await startServer(folder, Number(new URL(first.url).port))
  await retried
  expect(textsOf(eventsOf(await received))).toEqual(['a', 'b'])
  expect(await second.end('SIGTERM')).toBe(0)

  const log = await openSqliteLog({ folder, onFailure: () => {} })
  expect(textsOf(await collect(log.read('thing-1')))).toEqual(['a', 'b'])
  await log.close()
})
