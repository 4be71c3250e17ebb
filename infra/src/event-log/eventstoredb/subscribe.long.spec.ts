import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { beginning } from '../event-log.ts'
import {
  followTexts,
  isCaughtUp,
  nextBatch,
  takeBatchesUntil,
  textEvents,
  textsOf,
  textsUntilCaughtUp,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import type { Faults, SubscriptionEnd } from '@thirty/infra/testing/event-log/fake-eventstoredb/faults.ts'
import { realTimeScheduler } from './retry.ts'
import { openEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

const failure = { code: status.UNAVAILABLE }
test.for<[string, SubscriptionEnd, Partial<Faults>]>([
  ['fails', failure, {}],
  ['fails with another status', { code: status.UNKNOWN }, {}],
  ['ends', 'end', {}],
  ['ends, and begins again with what was received', 'end', { redelivers: true }],
  ['fails and sends checkpoints ahead', failure, { checkpointAt: (position) => position + 1_000_000n }],
  ['fails and sends the largest checkpoints', failure, { checkpointAt: () => 2n ** 64n - 1n }],
  ['fails and sends older checkpoints', failure, { checkpointAt: () => 0n }],
])('follows a subscription that %s, without a gap or a repeat', async ([, end, change]) => {
  const { log, faults } = await openEventStorePair()
  Object.assign(faults, change)
  const received = takeBatchesUntil(log.subscribe({ after: beginning, batch: 3 }), (batches) =>
    textsOf(batches.at(-1)?.events ?? []).includes('59'),
  )
  for (const text of texts(60)) {
    await appendToEnd(log, 'thing-1', textEvents(text))
    if (Number(text) % 20 === 10) faults.dropSubscriptions(end)
  }
  const head = await log.head()
  expect((await received).flatMap(({ events }) => textsOf(events))).toEqual(texts(60))
  for (const { position } of await received) expect(position <= head).toBe(true)
})

test('continues a subscription that ends while it is catching up', async () => {
  const { log, faults, underlyingLog } = await openEventStorePair()
  await underlyingLog.append('thing-1', textEvents(...texts(1_000)), 'none')
  const received: string[] = []
  let drops = 0
  for await (const { events } of log.subscribe({ after: beginning, batch: 50 })) {
    received.push(...textsOf(events))
    if (received.length >= 1_000) break
    if (drops < 5 && received.length > 150 * drops) {
      drops++
      faults.dropSubscriptions(failure)
    }
  }
  expect(drops).toBe(5)
  expect(received).toEqual(texts(1_000))
})

test('waits minutes for a store that is down, with growing delays of at most two seconds', async () => {
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
  const { log, fake, storeErrors } = await openEventStorePair({
    scheduler: { now, monotonic: now, after },
    deadline: longDeadlineMs,
  })
  const subscription = log.subscribe({ after: beginning })[Symbol.asyncIterator]()
  await textsUntilCaughtUp(subscription)
  const received = nextBatch(subscription)
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
  expect(textsOf((await received).events)).toEqual(['a'])
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_000)
  expect(storeErrors.some(({ during }) => during === 'subscribe')).toBe(true)
})

test('reaches the end of the log with a store that never reports it', async () => {
  const { log, faults } = await openEventStorePair()
  faults.hasCaughtUp = false
  expect(await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)).toEqual([
    { events: [], position: beginning, caughtUp: true },
  ])
  const { position } = await log.append('thing-1', textEvents('a', 'b'), 'none')
  const batches = await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)
  expect(batches.flatMap(({ events }) => textsOf(events))).toEqual(['a', 'b'])
  expect(batches.at(-1)?.position).toBe(position)
})

test('retries a subscription that the store never confirms', async () => {
  const { log, faults } = await openEventStorePair({ deadline: 300 })
  await log.append('thing-1', textEvents('a'), 'none')
  faults.silent.add('subscribe')
  const received = followTexts(log, 1)
  await expect.poll(() => faults.subscriptions(), { timeout: 5_000 }).toBe(1)
  faults.silent.clear()
  expect(await received).toEqual(['a'])
})

test('gives the store time to search for the next events', async () => {
  const { log, faults, storeErrors } = await openEventStorePair()
  await log.append('thing-1', textEvents('a', 'b'), 'none')
  faults.searchMs = 600
  expect(await followTexts(log, 2)).toEqual(['a', 'b'])
  expect(storeErrors).toEqual([])
})

test('notices that the store has lost a subscription', async () => {
  const { log, faults, storeErrors } = await openEventStorePair({ idleCheckMs: 50 })
  const subscription = log.subscribe({ after: beginning })[Symbol.asyncIterator]()
  await textsUntilCaughtUp(subscription)
  const received = nextBatch(subscription)
  faults.isStalled = true
  await log.append('thing-1', textEvents('a'), 'none')
  await expect
    .poll(() => storeErrors.map(({ error }) => error.message), { timeout: 10_000 })
    .toContain('The event store has lost our subscription.')
  faults.isStalled = false
  expect(textsOf((await received).events)).toEqual(['a'])
})

test("a slow reader slows down the store's sending", async () => {
  const { log, faults, underlyingLog } = await openEventStorePair()
  const long = Array.from({ length: 2_000 }, () => 'x'.repeat(2_500))
  await underlyingLog.append('thing-1', textEvents(...long), 'none')
  const subscription = log.subscribe({ after: beginning, batch: 10 })[Symbol.asyncIterator]()
  await subscription.next()
  let sent = -1
  const hasStopped = () => {
    const before = sent
    sent = faults.sentEvents
    return sent === before
  }
  await expect.poll(hasStopped, { timeout: 10_000 }).toBe(true)
  expect(faults.sentEvents).toBeLessThan(1_000)
  let received = 10
  while (received < 2_000) received += (await nextBatch(subscription)).events.length
})
