import { expect, onTestFinished, test, vi } from 'vitest'
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
  ['operator', 'wrong-password'],
  ['nobody', 'right-password'],
] as const)('says that the store refuses the user %s with the password %s', async ([user, password]) => {
  const { urlFor, open, storeErrors } = await startEventStorePair({ users: { operator: 'right-password' } })
  const refusal: unknown = await open({ url: urlFor(user, password) }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    message: 'EventStoreDB denies access: check the user and password in EVENTSTORE_URL.',
  })
  for (const error of [refusal, ...storeErrors]) expect(textsOf(error)).not.toContain(password)
})

test('refuses to start without a user at a store that requires one', async () => {
  const { urlFor, open } = await startEventStorePair({ users: { operator: 'right-password' } })
  const url = urlFor('operator', 'right-password').replace('operator:right-password@', '')
  await expect(open({ url })).rejects.toThrow('EventStoreDB denies access')
})

test('opens a log over TLS for a user of the store', async () => {
  const { urlFor, open } = await startEventStorePair({ users: { operator: 'right-password' } })
  const log = await open({ url: urlFor('operator', 'right-password') })
  await expect(log.append('thing-1', textEvents('a'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test('fails appends of a user whose password was changed, and works with the next right one', async () => {
  const users = { operator: 'right-password' }
  const { urlFor, open } = await startEventStorePair({ users })
  const log = await open({ url: urlFor('operator', 'right-password') })
  users.operator = 'changed-password'
  await expect(log.append('thing-1', textEvents('a'), 'none')).rejects.toThrow('denies access')
  users.operator = 'right-password'
  await expect(log.append('thing-1', textEvents('a'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test.for(['tlsCAFile', 'tls_ca-file', 'TLSCAFILE'])(
  'names a file of the connection string that is not there (%s)',
  async (option) => {
    const url = `esdb://admin:pa55-w0rd@127.0.0.1:9?${option}=%2Fnot%2Fthere%2Fca.crt`
    const refusal: unknown = await openEventStoreLog({ url, onStoreError: () => {} }).catch(
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({
      message: 'EVENTSTORE_URL names a tlsCAFile that cannot be read: /not/there/ca.crt.',
    })
    expect(textsOf(refusal)).not.toContain('pa55-w0rd')
  },
)

test.for(['userCertFile', 'userKeyFile'])(
  'names the %s of a connection string that is not there',
  async (missing) => {
    const files = ['userCertFile', 'userKeyFile'].map((option) =>
      option === missing ? `${option}=/not/there` : `${option}=${import.meta.filename}`,
    )
    const url = `esdb://127.0.0.1:9?${files.join('&')}`
    await expect(openEventStoreLog({ url, onStoreError: () => {} })).rejects.toThrow(
      `EVENTSTORE_URL names a ${missing} that cannot be read: /not/there.`,
    )
  },
)

test.for(['*', 'esdb:*', 'http, esdb'])(
  'refuses DEBUG=%s, with which the client would print the password',
  async (value) => {
    vi.stubEnv('DEBUG', value)
    await expect(openEventStoreLog({ url: 'esdb://127.0.0.1:9', onStoreError: () => {} })).rejects.toThrow(
      'DEBUG makes the EventStoreDB client print its password.',
    )
  },
)

test.for(['esdb+discover', 'kurrentdb+discover', 'kurrentdb'])('opens a log at %s://', async (scheme) => {
  const { fake } = await startEventStorePair()
  const url = `${scheme}://127.0.0.1:${fake.port}?tls=false`
  const log = await openEventStoreLog({ url, onStoreError: () => {} })
  onTestFinished(() => log.close())
  expect(await log.head()).toBe(beginning)
})
