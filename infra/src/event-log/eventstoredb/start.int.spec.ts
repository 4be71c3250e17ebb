import { expect, onTestFinished, test } from 'vitest'
import { textEvents } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { beginning } from '../event-log.ts'
import { openEventStoreLog } from '@thirty/infra/testing/event-log/open-eventstore-log.ts'
import { startEventStoreLog } from '../eventstoredb.ts'
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

test.for([
  ['operator', 'operator:wrong-password@'],
  ['nobody', 'nobody:right-password@'],
  ['without a name', ''],
] as const)('says that the store refuses the user %s', async ([, account]) => {
  const { urlFor, open, storeErrors } = await startEventStorePair({ users: { operator: 'right-password' } })
  const url = urlFor('operator', 'right-password').replace('operator:right-password@', account)
  const refusal: unknown = await open({ url }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    message: 'EventStoreDB denies access: check the user and password in EVENTSTORE_URL.',
  })
  for (const error of [refusal, ...storeErrors]) expect(textsOf(error)).not.toMatch(/\w+-password/)
})

test('opens a log over TLS, fails appends once the password was changed, and works with the next right one', async () => {
  const users = { operator: 'right-password' }
  const { urlFor, open } = await startEventStorePair({ users })
  const log = await open({ url: urlFor('operator', 'right-password') })
  users.operator = 'changed-password'
  await expect(log.append('thing-1', textEvents('a'), 'none')).rejects.toThrow('denies access')
  users.operator = 'right-password'
  await expect(log.append('thing-1', textEvents('a'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test.for([
  ['tlsCAFile', 'tlsCAFile=%2Fnot%2Fthere'],
  ['tlsCAFile', 'tls_ca-file=/not/there'],
  ['tlsCAFile', 'TLSCAFILE=/not/there'],
  ['userCertFile', `userCertFile=/not/there&userKeyFile=${import.meta.filename}`],
  ['userKeyFile', `userCertFile=${import.meta.filename}&userKeyFile=/not/there`],
])('names a file of the connection string that is not there: %s, as in %s', async ([option, options]) => {
  const url = `esdb://admin:pa55-w0rd@127.0.0.1:9?${options}`
  const opened = openEventStoreLog({ url, onStoreError: () => {} })
  const refusal: unknown = await opened.catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    message: `EVENTSTORE_URL names a ${option} that cannot be read: /not/there.`,
  })
  expect(textsOf(refusal)).not.toContain('pa55-w0rd')
})

test.for(['esdb+discover', 'kurrentdb+discover', 'kurrentdb'])('opens a log at %s://', async (scheme) => {
  const { fake } = await startEventStorePair()
  const url = `${scheme}://127.0.0.1:${fake.port}?tls=false`
  const log = await openEventStoreLog({ url, onStoreError: () => {} })
  onTestFinished(() => log.close())
  expect(await log.head()).toBe(beginning)
})
