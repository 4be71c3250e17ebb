import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { startFakeEventStoreDb } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-eventstoredb.ts'
import { beginning } from '../event-log.ts'
import type { Batch, EventLog } from '../event-log.ts'
import {
  events,
  eventsOf,
  isCaughtUp,
  takeBatchesUntil,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { realTimeScheduler } from './retry-timing.ts'
import { startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

const { CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS } = status

const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

/** Follows a log until so many events were heard. */
const hear = (log: EventLog, count: number, batch = 3) =>
  takeBatchesUntil(log.subscribe({ after: beginning, batch }), (batches) => eventsOf(batches).length >= count)

/** Follows a log until one is asked to stop, and tells everybody who waits. */
function listener(log: EventLog) {
  const batches: Batch[] = []
  let tell = () => {}
  const stop = new AbortController()
  const done = (async () => {
    for await (const batch of log.subscribe({ after: beginning, signal: stop.signal })) {
      batches.push(batch)
      tell()
    }
  })()
  return {
    heard: () => textsOf(eventsOf(batches)),
    batches,
    /** Until something was heard. */
    async until(enough: () => boolean) {
      while (!enough())
        await new Promise<void>((resolve) => {
          tell = resolve
        })
    },
    async stop() {
      stop.abort()
      await done
    },
  }
}

test.for([CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS, 'end'] as const)(
  'a subscription that the store ends (%s) goes on without a gap or a repeat',
  async (how) => {
    const { open, faults } = await startEventStorePair()
    const log = await open()
    const heard = hear(log, 60)
    for (const text of texts(60)) {
      await log.append('thing-1', events(text), 'any')
      if (Number(text) % 20 === 10) faults.dropSubscriptions(how === 'end' ? how : { code: how })
    }
    expect(textsOf(eventsOf(await heard))).toEqual(texts(60))
  },
)

test('what the store sends again after a break is not heard again', async () => {
  const { open, faults } = await startEventStorePair()
  faults.repeats = true
  const log = await open()
  const heard = hear(log, 9, 1)
  for (const text of texts(9)) {
    await log.append('thing-1', events(text), 'any')
    if (text === '4') faults.dropSubscriptions('end')
  }
  expect(textsOf(eventsOf(await heard))).toEqual(texts(9))
})

test('a subscription that ends while it catches up goes on where it was', async () => {
  const { open, faults, underlyingLog: beneath } = await startEventStorePair()
  await beneath().append('thing-1', events(...texts(2_000)), 'none')
  const log = await open()
  const heard: string[] = []
  let drops = 0
  for await (const { events: found } of log.subscribe({ after: beginning, batch: 50 })) {
    heard.push(...textsOf(found))
    if (heard.length >= 2_000) break
    if (drops < 5 && heard.length > 300 * drops) {
      drops++
      faults.dropSubscriptions({ code: UNAVAILABLE })
    }
  }
  expect(drops).toBe(5)
  expect(heard).toEqual(texts(2_000))
})

test('a store that is killed and comes back is followed on, with what others wrote meanwhile', async () => {
  const { open, double, underlyingLog: beneath, restart } = await startEventStorePair()
  const log = await open()
  const follower = listener(log)
  await log.append('thing-1', events('a'), 'none')
  await follower.until(() => follower.heard().length === 1)
  await double.stop()
  await beneath().append('thing-1', events('b'), 0)
  await restart()
  await log.append('thing-1', events('c'), 1)
  await follower.until(() => follower.heard().length === 3)
  expect(follower.heard()).toEqual(['a', 'b', 'c'])
  await follower.stop()
})

test('a store that is away for minutes is waited for, with ever longer breaks of two seconds at most', async () => {
  const { open, double, troubles } = await startEventStorePair()
  const waits: number[] = []
  const patient = 1_000_000
  // A minute passes in less than a second.
  const after = (milliseconds: number, run: () => void) => {
    if (isAway && milliseconds < patient) waits.push(milliseconds)
    return realTimeScheduler.after(milliseconds / 100, run)
  }
  let isAway = false
  const log = await open({ scheduler: { ...realTimeScheduler, after }, deadline: patient })
  const follower = listener(log)
  await follower.until(() => isCaughtUp(follower.batches))
  isAway = true
  await double.stop()
  await expect
    .poll(() => waits.reduce((sum, wait) => sum + wait, 0), { timeout: 15_000 })
    .toBeGreaterThan(180_000)
  isAway = false
  await double.restart()
  await log.append('thing-1', events('a'), 'none')
  await follower.until(() => follower.heard().length === 1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_000)
  expect(troubles.some(({ during }) => during === 'subscribe')).toBe(true)
  await follower.stop()
})

test('when another node takes the lead, subscriptions go on', async () => {
  const { open, faults, underlyingLog: beneath } = await startEventStorePair()
  const leader = await startFakeEventStoreDb({ log: beneath() })
  const log = await open()
  const follower = listener(log)
  await log.append('thing-1', events('a'), 'none')
  faults.leaderPort = leader.port
  faults.dropSubscriptions({ code: CANCELLED })
  await log.append('thing-1', events('b'), 0)
  await follower.until(() => follower.heard().length === 2)
  expect(follower.heard()).toEqual(['a', 'b'])
  await follower.stop()
  await log.close()
  await leader.stop()
})

test('a store that never says that we caught up is live all the same', async () => {
  const { open, faults } = await startEventStorePair()
  faults.hasCaughtUp = false
  const log = await open()
  expect(await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)).toEqual([
    { events: [], position: beginning, caughtUp: true },
  ])
  const { position } = await log.append('thing-1', events('a', 'b'), 'none')
  const batches = await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)
  expect(textsOf(eventsOf(batches))).toEqual(['a', 'b'])
  expect(batches.at(-1)?.position).toBe(position)
})

test.for(['ahead', 'largest', 'backwards'] as const)(
  "the store's checkpoints (%s) lead nobody astray",
  async (checkpoints) => {
    const { open, faults } = await startEventStorePair()
    faults.checkpoints = checkpoints
    const log = await open()
    const follower = listener(log)
    for (const text of texts(20)) {
      await log.append('thing-1', events(text), 'any')
      if (Number(text) % 5 === 2) faults.dropSubscriptions({ code: UNAVAILABLE })
    }
    await follower.until(() => follower.heard().length === 20)
    expect(follower.heard()).toEqual(texts(20))
    const head = await log.head()
    for (const { position } of follower.batches) expect(position <= head).toBe(true)
    await follower.stop()
  },
)

test('a subscription that the store never begins is asked for again', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open({ deadline: 300 })
  await log.append('thing-1', events('a'), 'none')
  faults.silent.add('subscribe')
  const heard = hear(log, 1)
  await expect.poll(() => faults.subscriptions(), { timeout: 5_000 }).toBe(1)
  faults.silent.clear()
  expect(textsOf(eventsOf(await heard))).toEqual(['a'])
})

test('a store that searches long for the next events is given its time', async () => {
  const { open, faults, troubles } = await startEventStorePair()
  const log = await open()
  await log.append('thing-1', events('a', 'b'), 'none')
  faults.search = 1_500
  expect(textsOf(eventsOf(await hear(log, 2)))).toEqual(['a', 'b'])
  expect(troubles).toEqual([])
})

test('a subscription that the store has lost is noticed', async () => {
  const { open, faults, troubles } = await startEventStorePair()
  const log = await open({ idleCheckMs: 50 })
  const follower = listener(log)
  await follower.until(() => isCaughtUp(follower.batches))
  faults.isDeaf = true
  await log.append('thing-1', events('a'), 'none')
  await expect
    .poll(() => troubles.map(({ error }) => error.message), { timeout: 10_000 })
    .toContain('The event store has lost our subscription.')
  faults.isDeaf = false
  await follower.until(() => follower.heard().length === 1)
  await follower.stop()
})

test('a slow reader slows the store, and its events wait there', async () => {
  const { open, faults, underlyingLog: beneath } = await startEventStorePair()
  for (let round = 0; round < 40; round++)
    await beneath().append('thing-1', events(...Array.from({ length: 500 }, () => 'x'.repeat(500))), 'any')
  const log = await open()
  const subscription = log.subscribe({ after: beginning, batch: 10 })[Symbol.asyncIterator]()
  await subscription.next()
  let sent = -1
  // Until the store has stopped sending.
  await expect
    .poll(() => {
      const isStill = sent === faults.sent
      sent = faults.sent
      return isStill
    })
    .toBe(true)
  expect(faults.sent).toBeLessThan(5_000)
  let heard = 10
  while (heard < 20_000) heard += (await subscription.next()).value?.events.length ?? 0
  await subscription.return?.()
})

test('who leaves a subscription leaves nothing open at the store', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open()
  await log.append('thing-1', events('a'), 'none')
  await takeBatchesUntil(log.subscribe({ after: beginning }), isCaughtUp)
  await expect.poll(() => faults.open).toBe(0)
})
