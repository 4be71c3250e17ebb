import { randomUUID } from 'node:crypto'
import { status } from '@grpc/grpc-js'
import { expect, onTestFinished, test } from 'vitest'
import { beginning, LogReplaced } from '../event-log.ts'
import type { Batch, EventLog, RecordedEvent, SubscriptionOptions } from '../event-log.ts'
import {
  appended,
  eventsOf,
  takeBatchesUntil,
  textEvents,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { startFakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { openEventStoreLog } from '@thirty/infra/testing/event-log/open-eventstore-log.ts'
import {
  readEverything,
  openEventStorePair,
  startEventStorePair,
} from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

/** A store with one event, a copy of it, and then two more events. `seen` is the last of them. */
async function setUp() {
  const pair = await startEventStorePair()
  // Without the check of an idle subscription, which is a separate test.
  const log = await pair.open({ retryForMs: 10_000, idleCheckMs: 600_000 })
  const [kept] = await appended(log, 'thing-1', 'kept')
  const older = await pair.copy()
  await log.append('thing-1', textEvents('lost', 'lost too'), 0)
  const [, , seen = kept] = await Array.fromAsync(log.read('thing-1'))
  return { ...pair, log, older, kept, seen }
}

/** Follows the log until it fails, and returns the error and what was received. */
async function follow(log: EventLog, seen?: RecordedEvent) {
  const received: string[] = []
  const caughtUp = Promise.withResolvers<void>()
  const failed = (async () => {
    try {
      const after = seen?.position ?? beginning
      for await (const batch of log.subscribe({ after, ...(seen && { seen }) })) {
        received.push(...textsOf(batch.events))
        if (batch.caughtUp) caughtUp.resolve()
      }
    } catch (error) {
      caughtUp.resolve()
      return error
    }
    return undefined
  })()
  await caughtUp.promise
  return { received, failed }
}

test('a store that is put back to an older copy ends the subscriptions with an error', async () => {
  const { log, older, putBack, seen } = await setUp()
  const [fromStart, fromSeen] = [await follow(log), await follow(log, seen)]
  await putBack(older)
  for (const { failed } of [fromStart, fromSeen]) expect(await failed).toBeInstanceOf(LogReplaced)
  expect([fromStart.received, fromSeen.received]).toEqual([['kept', 'lost', 'lost too'], []])
})

test('a store that was put back and has grown past its old end is noticed', async () => {
  const { log, older, putBack, seen } = await setUp()
  await putBack(older)
  await log.append('thing-2', textEvents('a', 'b', 'c', 'd'), 'none')
  expect(await log.head()).toBeGreaterThan(seen.position)
  expect(await log.compareEvent(seen)).toBe('other')
  const { failed } = await follow(log, seen)
  expect(await failed).toBeInstanceOf(LogReplaced)
})

/** Reads the first batch of a subscription, and returns it or the error. */
async function firstBatch(log: EventLog, options: SubscriptionOptions) {
  const [batch] = await takeBatchesUntil(log.subscribe(options), () => true).catch((error: unknown) => [
    error,
  ])
  return batch
}

test('a copy that ends between the last seen event and the position of the reader is noticed', async () => {
  const { log, older, putBack, kept, seen } = await setUp()
  await putBack(older)
  expect(await firstBatch(log, { after: seen.position, seen: kept })).toBeInstanceOf(LogReplaced)
  await expect(Array.fromAsync(log.readAll({ after: seen.position, seen: kept }))).rejects.toBeInstanceOf(
    LogReplaced,
  )
})

test('a batch names the last event of any stream, so that a copy that grew past the position is noticed, too', async () => {
  const { log, older, putBack } = await setUp()
  const streams = ['other-']
  const batch = await firstBatch(log, { after: beginning, streams })
  if (!batch || batch instanceof Error) throw new Error('Nothing was read.')
  const { position, newest } = batch as Batch
  expect(newest).toMatchObject({ stream: 'thing-1', revision: 2, position })
  await putBack(older)
  await log.append('thing-2', textEvents('a', 'b', 'c', 'd'), 'none')
  const options = { after: position, streams, ...(newest && { seen: newest }) }
  expect(await firstBatch(log, options)).toBeInstanceOf(LogReplaced)
})

test('a store that is put back while the subscription stays open is noticed when it is idle', async () => {
  const current = await openTestLog(await temporaryFolder())
  const older = await openTestLog(await temporaryFolder())
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
  const { received, failed } = await follow(log)
  shown.log = older
  expect(await failed).toBeInstanceOf(LogReplaced)
  expect(received).toEqual(['lost'])
})

test('a restart of the same store continues the subscription', async () => {
  const { log, restart } = await setUp()
  const received = takeBatchesUntil(log.subscribe({ after: beginning }), (batches) =>
    textsOf(eventsOf(batches)).includes('later'),
  )
  await restart()
  await log.append('thing-1', textEvents('later'), 2)
  expect(textsOf(eventsOf(await received))).toEqual(['kept', 'lost', 'lost too', 'later'])
})

test('an account that is deleted and scavenged is not a sign of another store', async () => {
  const { log, restart, underlyingLog } = await openEventStorePair({ retryForMs: 10_000 })
  await log.append('thing-1', textEvents('kept'), 'none')
  const [ada] = await appended(log, 'user-1', 'Ada')
  const stop = new AbortController()
  const batches: string[] = []
  const ended = (async () => {
    for await (const { events } of log.subscribe({ after: beginning, signal: stop.signal }))
      batches.push(...textsOf(events))
  })()
  await expect.poll(() => batches).toEqual(['kept', 'Ada'])
  await log.remove('user-1')
  // A scavenge drops the events from the whole log, too.
  await underlyingLog().remove('user-1')
  await restart()
  await log.append('thing-1', textEvents('later'), 0)
  await expect.poll(() => batches, { timeout: 10_000 }).toEqual(['kept', 'Ada', 'later'])
  expect(await log.compareEvent(ada)).toBe('erased')
  stop.abort()
  await ended
})

test('a name that was released, erased without a record of its stream, and scavenged is not a sign of another store', async () => {
  const { log, underlyingLog } = await openEventStorePair({ retryForMs: 10_000 })
  const [reserved, released] = await appended(log, 'username-1', 'reserved', 'released')
  await log.truncate('username-1', 2, { forgetName: true })
  await underlyingLog().truncate('username-1', 1)
  expect(await log.compareEvent(reserved)).toBe('erased')
  expect(await log.compareEvent({ ...released, id: randomUUID() })).toBe('other')
})

test('erasures that the older copy does not have are forgotten', async () => {
  const { open, copy, putBack } = await startEventStorePair()
  const [log, other] = [await open({ retryForMs: 10_000 }), await open({ retryForMs: 10_000 })]
  await log.append('user-0', textEvents('Eve'), 'none')
  await log.remove('user-0')
  await log.append('user-1', textEvents('Ada'), 'none')
  const older = await copy()
  await log.remove('user-1')
  expect(await readEverything(log)).toEqual([])
  await putBack(older)
  // The record of erasures is as long as before, with another entry.
  await other.append('user-2', textEvents('Bob'), 'none')
  await other.remove('user-2')
  expect(await readEverything(log)).toEqual(['user-1 Ada'])
})

test('a read that continues after the store was put back fails instead of mixing two histories', async () => {
  const { log, older, putBack, faults } = await setUp()
  // The erasures and the head are read first.
  faults.reads = [Infinity, Infinity, 2].map((after) => ({ code: status.UNAVAILABLE, after }))
  const read = log.readAll({ batch: 1 })[Symbol.asyncIterator]()
  expect(textsOf((await read.next()).value ?? [])).toEqual(['kept'])
  expect(textsOf((await read.next()).value ?? [])).toEqual(['lost'])
  await putBack(older)
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
