import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  appendUntil,
  appendUntilStored,
  openEventStorePair,
} from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'
import { followTexts, textEvents, textsIn } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { LogUnavailable } from '../event-log.ts'

/** HANG_MS extends how long a single node hangs: `HANG_MS=60000`. */
const hangMs = Number(process.env['HANG_MS'] ?? 4_000)

vi.setConfig({ testTimeout: 60_000 + hangMs })

/** Milliseconds until a call settles. */
async function duration(call: Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call.catch(() => {})
  return performance.now() - startedAt
}

test.for(['killLeader', 'hangLeader'] as const)(
  'without a leader (%s), each call is refused within three seconds, and the next one is found',
  async (end) => {
    const { log, fake: cluster, storeErrors } = await openEventStorePair({ nodes: 3 })
    await log.append('thing-1', textEvents('a'), 'none')
    await cluster[end]()
    for (let round = 0; round < 3; round++) {
      const calls = [
        log.append('thing-1', textEvents('b'), 0),
        log.append('thing-2', textEvents('c'), 'none'),
        log.head(),
        Array.fromAsync(log.read('thing-1')),
      ]
      expect(Math.max(...(await Promise.all(calls.map(duration))))).toBeLessThan(3_000)
      for (const call of calls) await expect(call).rejects.toBeInstanceOf(LogUnavailable)
    }
    expect(storeErrors.map(({ error }) => error.message)).toContain(
      'No node of the EventStoreDB cluster is ready; it may be electing a leader.',
    )
    await cluster.elect()
    expect(await appendUntilStored(log, 'thing-1', textEvents('d'), 0)).toMatchObject({ revision: 1 })
  },
)

test('works within three seconds of the new leader, wherever the old one hangs in its list', async () => {
  const { log, fake: cluster } = await openEventStorePair({ nodes: 3 })
  for (let election = 0; election < 3; election++) {
    await log.append(`thing-${election}`, textEvents('a'), 'none')
    cluster.hangLeader()
    await sleep(1_000 + 700 * election)
    await cluster.elect()
    expect(await duration(appendUntilStored(log, `thing-${election}`, textEvents('b'), 0))).toBeLessThan(
      3_000,
    )
    cluster.goOn()
  }
})

test('an idle process finds the new leader before anybody calls', async () => {
  const { log, fake: cluster } = await openEventStorePair({ nodes: 3 })
  await log.append('thing-1', textEvents('a'), 'none')
  const received = followTexts(log, 2)
  await sleep(500)
  cluster.hangLeader()
  await sleep(2_500)
  await cluster.elect()
  await sleep(2_500)
  expect(await duration(log.append('thing-1', textEvents('b'), 0))).toBeLessThan(1_000)
  expect(await received).toEqual(['a', 'b'])
})

test('a single node that hangs and continues loses nothing and stores nothing twice', async () => {
  const { log, fake } = await openEventStorePair({ deadline: 2_000 })
  const stop = new AbortController()
  const writing = Promise.all(
    Array.from({ length: 4 }, (_, index) => appendUntil(log, `thing-${index}`, stop.signal)),
  )
  await sleep(300)
  fake.leader()?.hang()
  expect(await duration(log.append('thing-9', textEvents('a'), 'none'))).toBeLessThan(3_000)
  await sleep(hangMs)
  fake.goOn()
  expect(await duration(Array.fromAsync(log.read('thing-0')))).toBeLessThan(3_000)
  await sleep(500)
  stop.abort()
  for (const [index, texts] of (await writing).entries())
    expect(await textsIn(log, `thing-${index}`)).toEqual(texts)
  expect((await Array.fromAsync(log.read('thing-9'))).length).toBeLessThanOrEqual(1)
})

test('a network that swallowed the open connections is left for a new connection to the same node', async () => {
  // The connection is given up after up to 1.5 seconds, and a busy machine needs longer.
  const { log, fake } = await openEventStorePair({ deadline: 4_000, retryForMs: 3_000 })
  await log.append('thing-1', textEvents('a'), 'none')
  fake.leader()?.hang('accepting')
  await expect(log.append('thing-1', textEvents('b'), 0)).resolves.toMatchObject({ revision: 1 })
})

test('a store that answers slowly keeps its connection and its calls', async () => {
  const { log, faults, storeErrors } = await openEventStorePair({ deadline: 4_000 })
  faults.appends.push({ kind: 'late', milliseconds: 2_500 })
  await expect(log.append('thing-1', textEvents('a'), 'none')).resolves.toMatchObject({ revision: 0 })
  expect(storeErrors).toEqual([])
})
