import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { beginning, type Batch, type EventLog } from '../event-log.ts'
import {
  textEvents,
  eventsOf,
  isCaughtUp,
  nextBatch,
  takeBatchesUntil,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import type { Faults, SubscriptionEnd } from '@thirty/infra/testing/event-log/fake-eventstoredb/faults.ts'
import { realTimeScheduler } from './retry-timing.ts'
import { openEventStorePair, startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

const { CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS } = status

const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

/** Subscribes until this many events were received. */
const receive = (log: EventLog, count: number, batch = 3) =>
  takeBatchesUntil(log.subscribe({ after: beginning, batch }), (batches) => eventsOf(batches).length >= count)

/** Subscribes until `stop` is called and notifies `until` about each batch. */
function subscriber(log: EventLog) {
  const batches: Batch[] = []
  let notify = () => {}
  const stop = new AbortController()
  const done = (async () => {
    for await (const batch of log.subscribe({ after: beginning, signal: stop.signal })) {
      batches.push(batch)
      notify()
    }
  })()
  return {
    received: () => textsOf(eventsOf(batches)),
    batches,
    /** Resolves when the condition holds. */
    async until(isEnough: () => boolean) {
      while (!isEnough())
        await new Promise<void>((resolve) => {
          notify = resolve
        })
    },
    async stop() {
      stop.abort()
      await done
    },
  }
}

const breaks = { code: UNAVAILABLE }
test.for<[string, SubscriptionEnd, Partial<Faults>]>([
  ...[CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS].map(
    (code): [string, SubscriptionEnd, Partial<Faults>] => [`fails with the status ${code}`, { code }, {}],
  ),
  ['ends', 'end', {}],
  ['breaks and sends checkpoints ahead', breaks, { checkpoints: 'ahead' }],
  ['breaks and sends the largest checkpoints', breaks, { checkpoints: 'largest' }],
  ['breaks and sends older checkpoints', breaks, { checkpoints: 'backwards' }],
])('follows a subscription that %s, without a gap or a repeat', async ([, end, change]) => {
  const { open, faults } = await startEventStorePair()
  Object.assign(faults, change)
  const log = await open()
  const received = receive(log, 60)
  for (const text of texts(60)) {
    await appendToEnd(log, 'thing-1', textEvents(text))
    if (Number(text) % 20 === 10) faults.dropSubscriptions(end)
  }
  expect(textsOf(eventsOf(await received))).toEqual(texts(60))
  const head = await log.head()
  for (const { position } of await received) expect(position <= head).toBe(true)
})

test('continues a subscription that ends while it is catching up', async () => {
  const { open, faults, underlyingLog } = await startEventStorePair()
  await underlyingLog().append('thing-1', textEvents(...texts(1_000)), 'none')
  const log = await open()
  const received: string[] = []
  let drops = 0
  for await (const { events } of log.subscribe({ after: beginning, batch: 50 })) {
    received.push(...textsOf(events))
    if (received.length >= 1_000) break
    if (drops < 5 && received.length > 150 * drops) {
      drops++
      faults.dropSubscriptions({ code: UNAVAILABLE })
    }
  }
  expect(drops).toBe(5)
  expect(received).toEqual(texts(1_000))
})

test('waits minutes for a store that is down, with growing delays of at most two seconds', async () => {
  const { open, fake, storeErrors } = await startEventStorePair()
  const waits: number[] = []
  const longDeadlineMs = 1_000_000
  // Time runs 300 times faster.
  const startedAt = realTimeScheduler.now()
  const now = () => startedAt + (realTimeScheduler.now() - startedAt) * 300
  const after = (milliseconds: number, run: () => void) => {
    if (isDown && milliseconds < longDeadlineMs) waits.push(milliseconds)
    return realTimeScheduler.after(milliseconds / 300, run)
  }
  let isDown = false
  const log = await open({ scheduler: { now, after }, deadline: longDeadlineMs })
  const reader = subscriber(log)
  await reader.until(() => isCaughtUp(reader.batches))
  isDown = true
  await fake.stop()
  await expect
    .poll(() => waits.reduce((sum, wait) => sum + wait, 0), { timeout: 15_000 })
    .toBeGreaterThan(180_000)
  isDown = false
  await fake.restart()
  const events = textEvents('a')
  // An append waits 300 times shorter, too.
  const append = () => log.append('thing-1', events, 'none').catch(() => undefined)
  await expect.poll(append, { timeout: 15_000 }).toMatchObject({ revision: 0 })
  await reader.until(() => reader.received().length === 1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_000)
  expect(storeErrors.some(({ during }) => during === 'subscribe')).toBe(true)
  await reader.stop()
})

test('reaches the end of the log with a store that never reports it', async () => {
  const { open, faults } = await startEventStorePair()
  faults.hasCaughtUp = false
  const log = await open()
  expect(await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)).toEqual([
    { events: [], position: beginning, caughtUp: true },
  ])
  const { position } = await log.append('thing-1', textEvents('a', 'b'), 'none')
  const batches = await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)
  expect(textsOf(eventsOf(batches))).toEqual(['a', 'b'])
  expect(batches.at(-1)?.position).toBe(position)
})

test('retries a subscription that the store never confirms', async () => {
  const { log, faults } = await openEventStorePair({ deadline: 300 })
  await log.append('thing-1', textEvents('a'), 'none')
  faults.silent.add('subscribe')
  const received = receive(log, 1)
  await expect.poll(() => faults.subscriptions(), { timeout: 5_000 }).toBe(1)
  faults.silent.clear()
  expect(textsOf(eventsOf(await received))).toEqual(['a'])
})

test('gives the store time to search for the next events', async () => {
  const { log, faults, storeErrors } = await openEventStorePair()
  await log.append('thing-1', textEvents('a', 'b'), 'none')
  faults.searchMs = 600
  expect(textsOf(eventsOf(await receive(log, 2)))).toEqual(['a', 'b'])
  expect(storeErrors).toEqual([])
})

test('notices that the store has lost a subscription', async () => {
  const { log, faults, storeErrors } = await openEventStorePair({ idleCheckMs: 50 })
  const reader = subscriber(log)
  await reader.until(() => isCaughtUp(reader.batches))
  faults.isStalled = true
  await log.append('thing-1', textEvents('a'), 'none')
  await expect
    .poll(() => storeErrors.map(({ error }) => error.message), { timeout: 10_000 })
    .toContain('The event store has lost our subscription.')
  faults.isStalled = false
  await reader.until(() => reader.received().length === 1)
  await reader.stop()
})

test("a slow reader slows down the store's sending", async () => {
  const { open, faults, underlyingLog } = await startEventStorePair()
  for (let round = 0; round < 20; round++)
    await appendToEnd(
      underlyingLog(),
      'thing-1',
      textEvents(...Array.from({ length: 100 }, () => 'x'.repeat(2_500))),
    )
  const log = await open()
  const subscription = log.subscribe({ after: beginning, batch: 10 })[Symbol.asyncIterator]()
  await subscription.next()
  let sent = -1
  // Wait until the store has stopped sending.
  await expect
    .poll(
      () => {
        const hasStopped = sent === faults.sentEvents
        sent = faults.sentEvents
        return hasStopped
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  expect(faults.sentEvents).toBeLessThan(1_000)
  let received = 10
  while (received < 2_000) received += (await nextBatch(subscription)).events.length
  await subscription.return?.()
})

test('a reader that leaves a subscription leaves nothing open at the store', async () => {
  const { log, faults } = await openEventStorePair()
  await log.append('thing-1', textEvents('a'), 'none')
  await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)
  await expect.poll(() => faults.openCalls).toBe(0)
})
