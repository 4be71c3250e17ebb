import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import type { AppendFault } from '@thirty/infra/testing/event-log/fake-eventstoredb/faults.ts'
import { startFakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import { LogUnavailable, beginning } from '../event-log.ts'
import type { ExpectedRevision } from '../event-log.ts'
import {
  collectBatches,
  followTexts,
  textEvent,
  textEvents,
  textsIn,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import {
  readEverything,
  openEventStorePair,
  startEventStorePair,
} from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'
import { realTimeScheduler } from './retry.ts'

const { CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS, PERMISSION_DENIED } = status

test('works with a server that never reports its features', async () => {
  const { open, faults } = await startEventStorePair()
  faults.silent.add('supported-methods')
  const log = await open()
  await expect(log.append('thing-1', textEvents('a'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test.for([CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS])(
  'retries an append that failed with gRPC status %i',
  async (code) => {
    const { log, faults, storeErrors } = await openEventStorePair({ retryForMs: 15_000 })
    faults.appends.push({ kind: 'refuse', code }, { kind: 'refuse', code })
    await expect(log.append('thing-1', textEvents('a'), 'none')).resolves.toMatchObject({ revision: 0 })
    expect(storeErrors.map(({ during }) => during)).toEqual(['append', 'append'])
    expect(await readEverything(log)).toEqual(['thing-1 a'])
  },
)

test.for<['break' | 'hang', ExpectedRevision]>([
  ['break', 'none'],
  ['break', 0],
  ['hang', 'none'],
  ['hang', 0],
])('does not store events twice whose response is lost (%s, expected: %s)', async ([how, expected]) => {
  const { log, faults } = await openEventStorePair({ deadline: 1_000 })
  if (expected === 0) await log.append('thing-1', textEvents('before'), 'none')
  faults.appends.push({ kind: 'lose-answer', how }, { kind: 'lose-answer', how })
  const result = await log.append('thing-1', textEvents('a', 'b'), expected)
  const recorded = await Array.fromAsync(log.read('thing-1'))
  expect(textsOf(recorded)).toEqual(['before', 'a', 'b'].slice(expected === 0 ? 0 : 1))
  expect(result).toEqual({ revision: recorded.at(-1)?.revision, position: recorded.at(-1)?.position })
})

test('throws LogUnavailable while the store does not respond; a repeat of the append later is stored once', async () => {
  const { log, faults } = await openEventStorePair({ deadline: 300 })
  const again = textEvents('a')
  faults.silent.add('append')
  await expect(log.append('thing-1', again, 'none')).rejects.toBeInstanceOf(LogUnavailable)
  faults.silent.clear()
  await expect(log.append('thing-1', again, 'none')).resolves.toMatchObject({ revision: 0 })
  expect(await readEverything(log)).toEqual(['thing-1 a'])
})

test('throws LogUnavailable while the store is down, and works again as soon as it is back', async () => {
  const { log, fake } = await openEventStorePair({ retryForMs: 200 })
  await fake.stop()
  await expect(log.append('thing-1', textEvents('a'), 'none')).rejects.toBeInstanceOf(LogUnavailable)
  await fake.restart()
  await expect(log.append('thing-1', textEvents('b'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test('reports a conflict at once, without a retry', async () => {
  const { log, faults, storeErrors } = await openEventStorePair()
  faults.appends.push({ kind: 'wrong-version', actual: 7 })
  const refusal = { name: 'VersionConflict', stream: 'thing-1', expected: 'none', actual: 7 }
  await expect(log.append('thing-1', textEvents('a'), 'none')).rejects.toMatchObject(refusal)
  expect(await readEverything(log)).toEqual([])
  expect(storeErrors).toEqual([])
})

test('finds the position of a repeat that the store answered without one', async () => {
  const { log, faults } = await openEventStorePair()
  const again = textEvents('a', 'b')
  const first = await log.append('thing-1', again, 'none')
  faults.appends.push({ kind: 'no-position' })
  expect(await log.append('thing-1', again, 'none')).toEqual(first)
})

test('waits as long for the position of a repeat as for the answer to an append', async () => {
  const after = (milliseconds: number, run: () => void) =>
    realTimeScheduler.after(milliseconds < 1_000 ? 0 : milliseconds, run)
  const { log, faults, storeErrors } = await openEventStorePair({
    scheduler: { ...realTimeScheduler, after },
  })
  const again = textEvents('a', 'b')
  const first = await log.append('thing-1', again, 'none')
  faults.appends.push({ kind: 'no-position' })
  expect(await log.append('thing-1', again, 'none')).toEqual(first)
  expect(storeErrors).toEqual([])
})

test.for<[string, AppendFault, string, number]>([
  ['is too large', { kind: 'too-large' }, 'larger than the event store accepts', 0],
  ['the store denies', { kind: 'refuse', code: PERMISSION_DENIED }, 'denies access', 1],
])('reports an append that %s without a retry', async ([, fault, message, reports]) => {
  const { log, faults, storeErrors } = await openEventStorePair()
  faults.appends.push(fault)
  await expect(log.append('thing-1', textEvents('a'), 'none')).rejects.toThrow(message)
  expect(storeErrors).toHaveLength(reports)
})

test('follows a redirect to the leader, for writes and reads', async () => {
  const { open, faults, underlyingLog } = await startEventStorePair()
  const other = await startFakeCluster({ log: underlyingLog })
  const log = await open()
  const sent = faults.sentEvents
  faults.leader = other.port
  other.leader()?.faults.appends.push({ kind: 'no-position' })
  await log.append('thing-1', textEvents('a'), 'none')
  expect(other.leader()?.faults.appends).toEqual([])
  expect(await textsIn(log, 'thing-1')).toEqual(['a'])
  expect(await log.head()).toBeGreaterThan(beginning)
  expect(faults.sentEvents).toBe(sent)
  await log.close()
  await other.stop()
})

test('stores each of two hundred appends once when the store restarts in the middle', async () => {
  const { log, restart } = await openEventStorePair({ retryForMs: 15_000 })
  const requested = Array.from({ length: 200 }, (_, index) => textEvent(`${index}`))
  const results = requested.map(async (event, index) => {
    for (let turn = 0; turn < index; turn++) await new Promise(setImmediate)
    return log.append(`thing-${index}`, [event], 'none')
  })
  await followTexts(log, 1)
  await restart()
  const positions = (await Promise.all(results)).map(({ position }) => position)
  expect(new Set(positions).size).toBe(200)
  const stored = await collectBatches(log.readAll())
  expect(stored.map(({ id }) => id).toSorted()).toEqual(requested.map(({ id }) => id).toSorted())
})
