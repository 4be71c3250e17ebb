import { expect, onTestFinished, test, vi } from 'vitest'
import { beginning } from '../event-log.ts'
import { openEventStoreLog, startEventStoreLog } from '../eventstoredb.ts'
import type { StoreError } from './retry.ts'
import { startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

test('opens a log before its store is up', async () => {
  const { fake } = await startEventStorePair()
  await fake.stop()
  const storeErrors: StoreError[] = []
  const { log, verified } = await startEventStoreLog({
    url: fake.url,
    onStoreError: (storeError) => storeErrors.push(storeError),
    retryForMs: 1,
  })
  onTestFinished(() => log.close())
  await expect.poll(() => storeErrors.some(({ during }) => during === 'start'), { timeout: 5_000 }).toBe(true)
  await fake.restart()
  await verified
  expect(await log.head()).toBe(beginning)
})

test('closes a log whose store never comes up', async () => {
  const { fake } = await startEventStorePair()
  await fake.stop()
  const { log, verified } = await startEventStoreLog({ url: fake.url, onStoreError: () => {} })
  await log.close()
  await verified
})

test('errors never contain the connection string, because it may contain a password', async () => {
  const secret = 'pa55-w0rd'
  await expect(
    openEventStoreLog({ url: `esdb//admin:${secret}@host`, onStoreError: () => {} }),
  ).rejects.toThrow(/^EVENTSTORE_URL is not a connection string of EventStoreDB/)
  const storeErrors: StoreError[] = []
  const { log } = await startEventStoreLog({
    url: `esdb://admin:${secret}@127.0.0.1:9?tls=false`,
    onStoreError: (storeError) => storeErrors.push(storeError),
    retryForMs: 100,
  })
  const refusal: unknown = await log.head().catch((error: unknown) => error)
  await log.close()
  expect(storeErrors.length).toBeGreaterThan(0)
  for (const { error } of [...storeErrors, { error: refusal }]) expect(textsOf(error)).not.toContain(secret)
})

function textsOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  return [error.message, error.stack, JSON.stringify(error), error.cause && textsOf(error.cause)].join('\n')
}

test.for(['*', 'esdb:*', 'http, esdb'])(
  'refuses DEBUG=%s, with which the client would print the password',
  async (value) => {
    vi.stubEnv('DEBUG', value)
    await expect(openEventStoreLog({ url: 'esdb://127.0.0.1:9', onStoreError: () => {} })).rejects.toThrow(
      'DEBUG makes the EventStoreDB client print its password.',
    )
  },
)

test('finds a cluster by its gossip', async () => {
  const { fake } = await startEventStorePair()
  const url = `esdb+discover://127.0.0.1:${fake.port}?tls=false`
  const log = await openEventStoreLog({ url, onStoreError: () => {} })
  onTestFinished(() => log.close())
  expect(await log.head()).toBe(beginning)
})
