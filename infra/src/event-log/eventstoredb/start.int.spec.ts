import { expect, onTestFinished, test, vi } from 'vitest'
import { beginning } from '../event-log.ts'
import { openEventStoreLog, startEventStoreLog } from '../eventstoredb.ts'
import type { StoreError } from './retry.ts'
import { startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

test('a log may be opened before its store is there', async () => {
  const { double } = await startEventStorePair()
  await double.stop()
  const troubles: StoreError[] = []
  const { log, verified } = await startEventStoreLog({
    url: double.url,
    onStoreError: (trouble) => troubles.push(trouble),
    retryForMs: 1,
  })
  onTestFinished(() => log.close())
  await expect.poll(() => troubles.some(({ during }) => during === 'start'), { timeout: 5_000 }).toBe(true)
  await double.restart()
  await verified
  expect(await log.head()).toBe(beginning)
})

test('a log whose store never comes can be closed', async () => {
  const { double } = await startEventStorePair()
  await double.stop()
  const { log, verified } = await startEventStoreLog({ url: double.url, onStoreError: () => {} })
  await log.close()
  await verified
})

test('nobody repeats a connection string, because it may hold a password', async () => {
  const secret = 'pa55-w0rd'
  await expect(
    openEventStoreLog({ url: `esdb//admin:${secret}@host`, onStoreError: () => {} }),
  ).rejects.toThrow(/^EVENTSTORE_URL is no connection string of EventStoreDB/)
  const troubles: StoreError[] = []
  const { log } = await startEventStoreLog({
    url: `esdb://admin:${secret}@127.0.0.1:9?tls=false`,
    onStoreError: (trouble) => troubles.push(trouble),
    retryForMs: 100,
  })
  const refusal: unknown = await log.head().catch((error: unknown) => error)
  await log.close()
  expect(troubles.length).toBeGreaterThan(0)
  for (const { error } of [...troubles, { error: refusal }]) expect(wordsOf(error)).not.toContain(secret)
})

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  return [error.message, error.stack, JSON.stringify(error), error.cause && wordsOf(error.cause)].join('\n')
}

test.for(['*', 'esdb:*', 'http, esdb'])('DEBUG=%s would print it, so that is refused', async (words) => {
  vi.stubEnv('DEBUG', words)
  await expect(openEventStoreLog({ url: 'esdb://127.0.0.1:9', onStoreError: () => {} })).rejects.toThrow(
    'DEBUG asks EventStoreDB to print its password.',
  )
})

test('a cluster is found by its gossip', async () => {
  const { double } = await startEventStorePair()
  const url = `esdb+discover://127.0.0.1:${double.port}?tls=false`
  const log = await openEventStoreLog({ url, onStoreError: () => {} })
  onTestFinished(() => log.close())
  expect(await log.head()).toBe(beginning)
})
