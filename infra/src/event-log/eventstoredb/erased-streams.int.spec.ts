import { EventStoreDBClient } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { LogUnavailable, StreamRemoved, beginning } from '../event-log.ts'
import {
  nextBatch,
  textEvents,
  textsIn,
  textsOf,
  textsUntilCaughtUp,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { realTimeScheduler } from './retry.ts'
import {
  readEverything,
  openEventStorePair,
  startEventStorePair,
} from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

/** A client of the store itself, as an operator would use it. */
const operatorClient = (url: string) => EventStoreDBClient.connectionString(url)

test('no process reads a removed stream that the store still shows in the whole log, also after a restart', async () => {
  const { log, open, fake } = await openEventStorePair()
  const other = await open()
  await log.append('user-1', textEvents('Ada'), 'none')
  await log.append('thing-1', textEvents('a'), 'none')
  expect(await readEverything(other)).toEqual(['user-1 Ada', 'thing-1 a'])
  await log.remove('user-1')
  const shownByStore = await Array.fromAsync(operatorClient(fake.url).readAll())
  expect(shownByStore.map(({ event }) => event?.streamId)).toContain('user-1')
  for (const reader of [log, other, await open()]) {
    expect(await readEverything(reader)).toEqual(['thing-1 a'])
    const subscription = reader.subscribe({ after: beginning })[Symbol.asyncIterator]()
    expect(await textsUntilCaughtUp(subscription)).toEqual(['a'])
  }
  // Processes that have read nothing before.
  const subscription = (await open()).subscribe({ after: beginning })[Symbol.asyncIterator]()
  expect(await textsUntilCaughtUp(subscription)).toEqual(['a'])
  const backwards = await Array.fromAsync((await open()).readBackwards())
  expect(backwards.flatMap(({ events }) => textsOf(events))).toEqual(['a'])
  await expect(other.append('user-1', textEvents('Eve'), 0)).rejects.toBeInstanceOf(StreamRemoved)
})

test('the record of erasures does not name a stream whose name is to be forgotten', async () => {
  const { log, fake } = await openEventStorePair()
  await log.append('name-of-ana', textEvents('a', 'b'), 'none')
  await log.append('thing-1', textEvents('a'), 'none')
  await log.truncate('name-of-ana', 2, { forgetName: true })
  await log.truncate('thing-1', 1)
  const recorded = await Array.fromAsync(operatorClient(fake.url).readStream('forgotten-streams'))
  expect(recorded.map(({ event }) => event?.data)).toEqual([{ stream: 'thing-1', before: 1 }])
})

test('hides events that are removed during a read of the whole log within a second, and at once in the same process', async () => {
  const { log, open } = await openEventStorePair()
  let passedMs = 0
  const later = { ...realTimeScheduler, now: () => realTimeScheduler.now() + passedMs }
  // The reader and the subscriber know erasures separately.
  const [other, third] = [await open({ scheduler: later }), await open({ scheduler: later })]
  await log.append('thing-1', textEvents('a', 'b'), 'none')
  await log.append('user-1', textEvents('Ada'), 'none')
  await log.append('user-2', textEvents('Bob'), 'none')
  const reads = [log, other].map((each) => each.readAll({ batch: 1 })[Symbol.asyncIterator]())
  const subscription = third.subscribe({ after: beginning, batch: 1 })[Symbol.asyncIterator]()
  const nextTexts = async () => {
    const read = await Promise.all(reads.map(async (each) => (await each.next()).value ?? []))
    return [...read, (await nextBatch(subscription)).events].map(textsOf)
  }
  expect(await nextTexts()).toEqual([['a'], ['a'], ['a']])
  await log.remove('user-1')
  passedMs = 1_001
  expect(await nextTexts()).toEqual([['b'], ['b'], ['b']])
  await log.remove('user-2')
  passedMs = 2_002
  expect(await nextTexts()).toEqual([[], [], []])
})

test('several processes that erase streams at the same time record all of them', async () => {
  const { open } = await startEventStorePair()
  const logs = [await open(), await open(), await open()]
  const streams = logs.map((log, index) => ({ log, stream: `user-${index}` }))
  for (const { log, stream } of streams) await log.append(stream, textEvents('secret'), 'none')
  await Promise.all(streams.map(({ log, stream }) => log.remove(stream)))
  expect(await readEverything(await open())).toEqual([])
})

test('retries a removal whose response was lost', async () => {
  const { log, open, faults } = await openEventStorePair()
  await log.append('user-1', textEvents('Ada'), 'none')
  faults.erasures.push({ code: status.UNAVAILABLE })
  await log.remove('user-1')
  expect(await readEverything(await open())).toEqual([])
})

test('a removal that could not be recorded fails, and the next attempt completes it; later ones record nothing', async () => {
  const { log, open, fake, faults } = await openEventStorePair({ retryForMs: 1 })
  await log.append('user-1', textEvents('Ada'), 'none')
  faults.appends.push(
    ...Array.from({ length: 5 }, () => ({ kind: 'refuse', code: status.UNAVAILABLE }) as const),
  )
  await expect(log.remove('user-1')).rejects.toBeInstanceOf(LogUnavailable)
  faults.appends.length = 0
  for (let repeats = 0; repeats < 2; repeats++) await log.remove('user-1')
  expect(await Array.fromAsync(operatorClient(fake.url).readStream('forgotten-streams'))).toHaveLength(1)
  expect(await readEverything(await open())).toEqual([])
})

test('a subscriber completes a removal that another process left unfinished', async () => {
  const { log, open, fake } = await openEventStorePair()
  await log.append('user-1', textEvents('Ada'), 'none')
  // The process that removes the stream stops in between.
  await operatorClient(fake.url).tombstoneStream('user-1')
  await textsUntilCaughtUp(log.subscribe({ after: beginning })[Symbol.asyncIterator]())
  const later = await open()
  await expect.poll(() => readEverything(later), { timeout: 5_000 }).toEqual([])
})

test('truncation keeps the other settings of a stream', async () => {
  const { log, fake } = await openEventStorePair()
  const operator = operatorClient(fake.url)
  // With credentials the client makes a separate call instead of a batch append, which the fake does not support.
  const credentials = { username: 'operator', password: 'operator' }
  await log.append('thing-1', textEvents('a', 'b'), 'none')
  await operator.setStreamMetadata('thing-1', { maxAge: 3600 }, { credentials })
  await log.truncate('thing-1', 1)
  const { metadata } = await operator.getStreamMetadata('thing-1')
  expect(metadata).toEqual({ maxAge: 3600, truncateBefore: 1 })
})

test('of two concurrent truncations, neither undoes the other', async () => {
  const { log, open } = await openEventStorePair()
  const other = await open()
  await log.append('thing-1', textEvents(...'abcdef'), 'none')
  await Promise.all([log.truncate('thing-1', 2), other.truncate('thing-1', 5), log.truncate('thing-1', 3)])
  // The list of erasures hides the others from readers of the whole log in any case.
  expect(await textsIn(log, 'thing-1')).toEqual(['f'])
  expect(await readEverything(other)).toEqual(['thing-1 f'])
})

test('only the log itself may write to the stream of erased streams', async () => {
  const { log } = await openEventStorePair()
  await expect(log.append('forgotten-streams', textEvents('a'), 'none')).rejects.toThrow(TypeError)
  await expect(log.remove('forgotten-streams')).rejects.toThrow(TypeError)
})
