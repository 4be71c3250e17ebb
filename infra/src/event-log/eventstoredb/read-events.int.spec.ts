import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { systemClock } from '../../scheduler.ts'
import { beginning, LogUnavailable, type EventLog, type RecordedEvent } from '../event-log.ts'
import { collectBatches, textEvents, textsOf } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { openEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'
import { realTimeScheduler } from './retry.ts'

const letters = 'abcdefghij'

test('continues a broken read of a stream, and has the full retry time again after progress', async () => {
  const retryForMs = 60_000
  let passedMs = 0
  const scheduler = { ...realTimeScheduler, now: () => systemClock() + passedMs }
  const { log, faults } = await openEventStorePair({ retryForMs, scheduler })
  await log.append('thing-1', textEvents(...letters), 'none')
  faults.reads.push({ code: status.UNAVAILABLE, after: 3 }, { code: status.INTERNAL, after: 2 })
  const read: RecordedEvent[] = []
  for await (const event of log.read('thing-1')) {
    read.push(event)
    passedMs += retryForMs
  }
  expect(textsOf(read).join('')).toBe(letters)
  expect(faults.reads).toEqual([])
})

test.for<[string, string, (log: EventLog) => Promise<RecordedEvent[]>]>([
  ['read', letters, (log) => collectBatches(log.readAll({ batch: 3 }))],
  [
    'backward read',
    [...letters].toReversed().join(''),
    async (log) => (await Array.fromAsync(log.readBackwards({ batch: 3 }))).flatMap(({ events }) => events),
  ],
])('continues a broken %s of the whole log without a gap or a repeat', async ([, expected, read]) => {
  const { log, faults } = await openEventStorePair({ retryForMs: 15_000 })
  for (const letter of letters) await log.append(`thing-${letter}`, textEvents(letter), 'none')
  // The first two reads load the erased streams and find the end of the log.
  const whole = { code: status.UNAVAILABLE, after: Infinity }
  faults.reads.push(whole, whole, { code: status.CANCELLED, after: 4 }, { code: status.DATA_LOSS, after: 3 })
  expect(textsOf(await read(log)).join('')).toBe(expected)
  expect(faults.reads).toEqual([])
})

test('a read of the whole log is complete if the store is gone after the last event', async () => {
  // The clock stands still: the time for retries and the list of erased streams do not end on a busy machine.
  const { log, faults } = await openEventStorePair({ scheduler: { ...realTimeScheduler, now: () => 0 } })
  await log.append('thing-1', textEvents('a', 'b'), 'none')
  const until = await log.head()
  await log.append('thing-2', textEvents('later'), 'none')
  // The first two reads load the erased streams and find the end of the log. An error may overtake events that arrived before it.
  for (const after of [Infinity, Infinity, 2]) faults.reads.push({ code: status.UNAVAILABLE, after })
  const gone = { code: status.UNAVAILABLE, after: 0 }
  const read: RecordedEvent[] = []
  for await (const events of log.readAll({ until, batch: 1 }))
    if (read.push(...events) === 2) faults.reads.push(gone)
  expect(textsOf(read)).toEqual(['a', 'b'])
  expect(faults.reads).toEqual([gone])
})

test('refuses to read from a position between two events', async () => {
  const { log, storeErrors } = await openEventStorePair({ retryForMs: 1 })
  const { position } = await log.append('thing-1', textEvents('a'), 'none')
  await appendToEnd(log, 'thing-1', textEvents('b'))
  expect(textsOf(await collectBatches(log.readAll({ after: position })))).toEqual(['b'])
  await expect(collectBatches(log.readAll({ after: position + 1n }))).rejects.toBeInstanceOf(LogUnavailable)
  expect(storeErrors.map(({ during }) => during)).toContain('read')
})

test('throws LogUnavailable when the store does not answer a read', async () => {
  const { log, faults } = await openEventStorePair({ deadline: 300 })
  faults.silent.add('read')
  await expect(Array.fromAsync(log.read('thing-1'))).rejects.toBeInstanceOf(LogUnavailable)
  await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable)
})

test.for<[string, (log: EventLog) => Promise<unknown>]>([
  ['the end of the log', (log) => log.head()],
  ['a stream', (log) => Array.fromAsync(log.read('thing-1'))],
])('does not wait long for %s when the store fails and then does not answer', async ([, read]) => {
  const { log, faults } = await openEventStorePair({ deadline: 60_000, retryForMs: 500 })
  await log.append('thing-1', textEvents('a'), 'none')
  const failure = {
    after: 0,
    get code() {
      faults.silent.add('read')
      return status.UNAVAILABLE
    },
  }
  faults.reads.push(failure)
  await expect(read(log)).rejects.toThrow('The event store does not answer.')
})

test('a reader that stops early, or a log that is closed, also stops the sending of the store', async () => {
  const { log, faults, underlyingLog } = await openEventStorePair()
  const many = Array.from({ length: 500 }, () => 'x'.repeat(200))
  for (let round = 0; round < 20; round++) await appendToEnd(underlyingLog, 'thing-1', textEvents(...many))
  for await (const event of log.read('thing-1')) if (event.revision === 2) break
  for await (const [first] of log.readAll({ batch: 1 })) if (first?.revision === 2) break
  for await (const { events } of log.subscribe({ after: beginning, batch: 3 })) if (events.length > 0) break
  await log.head()
  await expect.poll(() => faults.openCalls).toBe(0)
  expect(faults.sentEvents).toBeLessThan(5_000)
  await log.readAll({ batch: 1 })[Symbol.asyncIterator]().next()
  expect(faults.openCalls).toBe(1)
  await log.close()
  await expect.poll(() => faults.openCalls).toBe(0)
})

test("the store's own events are neither read nor the head", async () => {
  const { log } = await openEventStorePair()
  const { position } = await log.append('thing-1', textEvents('a', 'b'), 'none')
  await log.truncate('thing-1', 1)
  expect(await log.head()).toBeGreaterThan(position)
  expect(textsOf(await collectBatches(log.readAll()))).toEqual(['b'])
})
