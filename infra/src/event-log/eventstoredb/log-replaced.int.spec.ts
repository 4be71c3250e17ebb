import { randomUUID } from 'node:crypto'
import { status } from '@grpc/grpc-js'
import { expect, onTestFinished, test } from 'vitest'
import { beginning, LogReplaced, type EventLog, type SubscriptionOptions } from '../event-log.ts'
import {
  appended,
  nextBatch,
  textEvents,
  textsOf,
  textsUntilCaughtUp,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { startFakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { openEventStoreLog } from '@thirty/infra/testing/event-log/open-eventstore-log.ts'
import {
  readEverything,
  openEventStorePair,
  startEventStorePair,
} from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

/** A store with one event, which `putBack` brings back, and then two more events. `seen` is the last of them. */
async function setUp() {
  const pair = await startEventStorePair()
  // Without the check of an idle subscription, which is a separate test.
  const log = await pair.open({ retryForMs: 10_000, idleCheckMs: 600_000 })
  const [kept] = await appended(log, 'thing-1', 'kept')
  const putBack = pair.copy()
  await log.append('thing-1', textEvents('lost', 'lost too'), 0)
  const [, , seen = kept] = await Array.fromAsync(log.read('thing-1'))
  return { ...pair, log, putBack, kept, seen }
}

const subscriptionTo = (log: EventLog, options: Partial<SubscriptionOptions> = {}) =>
  log.subscribe({ after: beginning, ...options })[Symbol.asyncIterator]()

test('a store that is put back to an older copy ends the subscriptions with an error', async () => {
  const { log, putBack, seen } = await setUp()
  const [fromStart, fromSeen] = [subscriptionTo(log), subscriptionTo(log, { after: seen.position, seen })]
  expect(await textsUntilCaughtUp(fromStart)).toEqual(['kept', 'lost', 'lost too'])
  expect(await textsUntilCaughtUp(fromSeen)).toEqual([])
  await putBack()
  for (const reader of [fromStart, fromSeen]) await expect(reader.next()).rejects.toBeInstanceOf(LogReplaced)
})

test('a batch names the last event of any stream, so that a copy that grew past the position is noticed, too', async () => {
  const { log, putBack } = await setUp()
  const streams = ['other-']
  const { position, newest: seen } = await nextBatch(subscriptionTo(log, { streams }))
  expect(seen).toMatchObject({ stream: 'thing-1', revision: 2, position })
  await putBack()
  await log.append('thing-2', textEvents('a', 'b', 'c', 'd'), 'none')
  const reader = subscriptionTo(log, { after: position, streams, ...(seen && { seen }) })
  await expect(reader.next()).rejects.toBeInstanceOf(LogReplaced)
})

test('a store that is put back while the subscription stays open is noticed when it is idle', async () => {
  const [{ log: current }, { log: older }] = [inMemoryEventLog(), inMemoryEventLog()]
  await current.append('thing-1', textEvents('lost'), 'none')
  await older.append('thing-1', textEvents('new'), 'none')
  // As behind a proxy that keeps the connections: open subscriptions stay at the old store and receive nothing.
  const shown = { log: current }
  const fake = await startFakeCluster({
    log: new Proxy(current, { get: (_, name: keyof EventLog) => shown.log[name] }),
  })
  onTestFinished(fake.stop)
  const log = await openEventStoreLog({ url: fake.url, onStoreError: () => {}, idleCheckMs: 50 })
  onTestFinished(() => log.close())
  const reader = subscriptionTo(log)
  expect(await textsUntilCaughtUp(reader)).toEqual(['lost'])
  shown.log = older
  await expect(reader.next()).rejects.toBeInstanceOf(LogReplaced)
})

test('an account that is deleted and scavenged is not a sign of another store', async () => {
  const { log, restart, fake } = await openEventStorePair({ retryForMs: 10_000 })
  await log.append('thing-1', textEvents('kept'), 'none')
  const [ada] = await appended(log, 'user-1', 'Ada')
  const reader = subscriptionTo(log)
  expect(await textsUntilCaughtUp(reader)).toEqual(['kept', 'Ada'])
  await log.remove('user-1')
  await fake.scavenge()
  await restart()
  await log.append('thing-1', textEvents('later'), 0)
  const received: string[] = []
  while (!received.includes('later')) received.push(...textsOf((await nextBatch(reader)).events))
  expect(received).toEqual(['later'])
  expect(await log.compareEvent(ada)).toBe('erased')
})

test('a name that was released, erased without a record of its stream, and scavenged is not a sign of another store', async () => {
  const { log, fake } = await openEventStorePair({ retryForMs: 10_000 })
  const [reserved, released] = await appended(log, 'username-1', 'reserved', 'released')
  await log.truncate('username-1', 2, { forgetName: true })
  await fake.scavenge()
  expect(await log.compareEvent(reserved)).toBe('erased')
  expect(await log.compareEvent({ ...released, id: randomUUID() })).toBe('other')
})

test('erasures that the older copy does not have are forgotten', async () => {
  const { open, copy } = await startEventStorePair()
  const [log, other] = [await open({ retryForMs: 10_000 }), await open({ retryForMs: 10_000 })]
  await log.append('user-0', textEvents('Eve'), 'none')
  await log.remove('user-0')
  await log.append('user-1', textEvents('Ada'), 'none')
  const putBack = copy()
  await log.remove('user-1')
  expect(await readEverything(log)).toEqual([])
  await putBack()
  // The record of erasures is as long as before, with another entry.
  await other.append('user-2', textEvents('Bob'), 'none')
  await other.remove('user-2')
  expect(await readEverything(log)).toEqual(['user-1 Ada'])
})

test('a read that continues after the store was put back fails instead of mixing two histories', async () => {
  const { log, putBack, faults } = await setUp()
  // The erasures and the head are read first.
  faults.reads = [Infinity, Infinity, 2].map((after) => ({ code: status.UNAVAILABLE, after }))
  const read = log.readAll({ batch: 1 })[Symbol.asyncIterator]()
  for (const text of ['kept', 'lost']) expect(textsOf((await read.next()).value ?? [])).toEqual([text])
  await putBack()
  await log.append('thing-2', textEvents('a', 'b', 'c'), 'none')
  await expect(read.next()).rejects.toBeInstanceOf(LogReplaced)
})

test('a read that is refused during an election is repeated once there is a leader', async () => {
  const { open, seen, faults } = await setUp()
  const log = await open({ retryForMs: 0 })
  // The erasures are read first, and the head after the refusal.
  faults.reads = [Infinity, 0].map((after) => ({ code: status.UNKNOWN, after }))
  expect(await log.compareEvent(seen)).toBe('same')
})

test('a store that refuses to read in the middle of an event has no event there', async () => {
  const { open, seen } = await setUp()
  const log = await open({ retryForMs: 1 })
  expect(await log.compareEvent({ ...seen, position: seen.position - 1n })).toBe('other')
})
