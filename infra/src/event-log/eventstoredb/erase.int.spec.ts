import { EventStoreDBClient } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { LogUnavailable, StreamRemoved, beginning } from '../event-log.ts'
import {
  collect,
  events,
  eventsOf,
  isCaughtUp,
  takeBatchesUntil,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { realTimeScheduler } from './retry-timing.ts'
import { readEverything, startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

/** The store's own tools in the hands of an operator. */
const operatorAt = (url: string) => EventStoreDBClient.connectionString(url)

test('the store goes on showing a removed stream in the whole log; we do not, neither now nor after a restart', async () => {
  const { open, double } = await startEventStorePair()
  const log = await open()
  await log.append('user-1', events('Ada'), 'none')
  await log.append('thing-1', events('a'), 'none')
  await log.remove('user-1')
  const shown: string[] = []
  for await (const { event } of operatorAt(double.url).readAll()) shown.push(event?.streamId ?? '')
  expect(shown).toContain('user-1')
  for (const one of [log, await open()]) {
    expect(await readEverything(one)).toEqual(['thing-1 a'])
    const batches = await takeBatchesUntil(one.subscribe({ after: beginning }), isCaughtUp)
    expect(textsOf(eventsOf(batches))).toEqual(['a'])
  }
})

test('whoever begins to follow after a removal, and has read nothing else, never hears of it', async () => {
  const { open } = await startEventStorePair()
  const log = await open()
  await log.append('user-1', events('Ada'), 'none')
  await log.append('thing-1', events('a', 'b'), 'none')
  await log.remove('user-1')
  await log.truncate('thing-1', 1)
  const later = await open()
  const batches = await takeBatchesUntil(later.subscribe({ after: beginning }), isCaughtUp)
  expect(textsOf(eventsOf(batches))).toEqual(['b'])
})

test('what is removed while somebody reads the whole log is left out within a second', async () => {
  const { open } = await startEventStorePair()
  let passed = 0
  const later = { ...realTimeScheduler, now: () => realTimeScheduler.now() + passed }
  const [log, other] = [await open(), await open({ scheduler: later })]
  await log.append('thing-1', events('a', 'b'), 'none')
  await log.append('user-1', events('Ada'), 'none')
  await log.append('user-2', events('Bob'), 'none')
  const reading = other.readAll({ batch: 1 })[Symbol.asyncIterator]()
  const following = other.subscribe({ after: beginning, batch: 1 })[Symbol.asyncIterator]()
  expect(textsOf((await reading.next()).value ?? [])).toEqual(['a'])
  expect(textsOf((await following.next()).value?.events ?? [])).toEqual(['a'])
  await log.remove('user-1')
  passed = 1_001
  expect(textsOf((await reading.next()).value ?? [])).toEqual(['b'])
  expect(textsOf((await following.next()).value?.events ?? [])).toEqual(['b'])
  await log.remove('user-2')
  passed = 2_002
  expect(await reading.next()).toMatchObject({ done: true })
  await expect(following.next()).resolves.toMatchObject({ value: { events: [], caughtUp: true } })
  await following.return?.()
})

test('what one process removed, another does not read any more', async () => {
  const { open } = await startEventStorePair()
  const [log, other] = [await open(), await open()]
  await log.append('user-1', events('Ada'), 'none')
  expect(await readEverything(other)).toEqual(['user-1 Ada'])
  await log.remove('user-1')
  expect(await readEverything(other)).toEqual([])
  await expect(other.append('user-1', events('Eve'), 'any')).rejects.toBeInstanceOf(StreamRemoved)
})

test("a stream that an operator removed with the store's own tools is noticed by whoever follows the log", async () => {
  const { open, double } = await startEventStorePair()
  const log = await open()
  await log.append('user-1', events('Ada'), 'none')
  const stop = new AbortController()
  const following = (async () => {
    for await (const _ of log.subscribe({ after: beginning, signal: stop.signal }));
  })()
  await operatorAt(double.url).tombstoneStream('user-1')
  const later = await open()
  await expect.poll(() => readEverything(later), { timeout: 5_000 }).toEqual([])
  stop.abort()
  await following
})

test('a removal whose answer is lost is made again', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open()
  await log.append('user-1', events('Ada'), 'none')
  faults.erasures.push({ code: status.UNAVAILABLE })
  await log.remove('user-1')
  expect(await readEverything(await open())).toEqual([])
})

test('a removal that could not be written down fails, and is finished by the next try', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open({ retryForMs: 1 })
  await log.append('user-1', events('Ada'), 'none')
  faults.appends.push(
    ...Array.from({ length: 5 }, () => ({ kind: 'refuse', code: status.UNAVAILABLE }) as const),
  )
  await expect(log.remove('user-1')).rejects.toBeInstanceOf(LogUnavailable)
  faults.appends.length = 0
  await log.remove('user-1')
  expect(await readEverything(await open())).toEqual([])
})

test('a removal that nobody finished is finished by whoever follows the log', async () => {
  const { open, double } = await startEventStorePair()
  const log = await open()
  await log.append('user-1', events('Ada'), 'none')
  // The process that removes it ends in between.
  await operatorAt(double.url).tombstoneStream('user-1')
  await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)
  const later = await open()
  await expect.poll(() => readEverything(later), { timeout: 5_000 }).toEqual([])
})

test('truncation leaves the other settings of a stream as they are', async () => {
  const { open, double } = await startEventStorePair()
  const operator = operatorAt(double.url)
  // Only so that the client makes a call of its own for it, and no batch.
  const credentials = { username: 'operator', password: 'operator' }
  const log = await open()
  await log.append('thing-1', events('a', 'b'), 'none')
  await operator.setStreamMetadata('thing-1', { maxAge: 3600 }, { credentials })
  await log.truncate('thing-1', 1)
  const { metadata } = await operator.getStreamMetadata('thing-1')
  expect(metadata).toEqual({ maxAge: 3600, truncateBefore: 1 })
})

test('of two who truncate at once, neither takes back what the other forgot', async () => {
  const { open } = await startEventStorePair()
  const [log, other] = [await open(), await open()]
  await log.append('thing-1', events(...'abcdef'), 'none')
  await Promise.all([log.truncate('thing-1', 2), other.truncate('thing-1', 5), log.truncate('thing-1', 3)])
  expect(textsOf(await collect(log.read('thing-1')))).toEqual(['f'])
  expect(await readEverything(other)).toEqual(['thing-1 f'])
})

test('a stream that an operator deleted may begin again, and counts on', async () => {
  const { open, double } = await startEventStorePair()
  const log = await open()
  await log.append('thing-1', events('a', 'b'), 'none')
  await operatorAt(double.url).deleteStream('thing-1')
  expect(await collect(log.read('thing-1'))).toEqual([])
  await expect(log.append('thing-1', events('c'), 'none')).resolves.toMatchObject({ revision: 2 })
  expect(textsOf(await collect(log.read('thing-1')))).toEqual(['c'])
})

test('the list of what was forgotten is for the log alone', async () => {
  const { open } = await startEventStorePair()
  const log = await open()
  await expect(log.append('forgotten-streams', events('a'), 'any')).rejects.toThrow(TypeError)
  await expect(log.remove('forgotten-streams')).rejects.toThrow(TypeError)
})
