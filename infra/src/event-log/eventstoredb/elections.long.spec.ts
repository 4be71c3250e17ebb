import { status } from '@grpc/grpc-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  appendUntil,
  openEventStorePair,
  startEventStorePair,
} from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'
import {
  collectBatches,
  textEvents,
  textsIn,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { LogUnavailable, beginning } from '../event-log.ts'

/** ELECTIONS extends the last test: `ELECTIONS=100`. */
const elections = Number(process.env['ELECTIONS'] ?? 3)

vi.setConfig({ testTimeout: 30_000 + elections * 10_000 })

/** Returns the rejections that nothing handles, which would end the product. */
function unhandledRejections(): unknown[] {
  const rejections: unknown[] = []
  const add = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', add)
  onTestFinished(() => void process.off('unhandledRejection', add))
  return rejections
}

test('an error that arrives while the client looks for a leader does not end the process', async () => {
  const rejections = unhandledRejections()
  const { fake: cluster, open } = await startEventStorePair({ nodes: 3 })
  // The client looks for a second.
  const log = await open({ url: `${cluster.url}&maxDiscoverAttempts=10`, retryForMs: 1 })
  await log.append('thing-1', textEvents('a'), 'none')
  const appends = cluster.leader()?.faults.appends ?? []
  appends.push({ kind: 'refuse', code: status.UNAVAILABLE, afterMs: 500 })
  const late = log.append('thing-2', textEvents('b'), 'none')
  await expect.poll(() => appends).toEqual([])
  for (const node of cluster.nodes) node.faults.leader = 'none'
  // This call fails at once, and then waits for the search.
  const early = log.append('thing-3', textEvents('c'), 'none')
  for (const result of await Promise.allSettled([late, early]))
    expect(result).toMatchObject({ reason: { name: 'LogUnavailable' } })
  await cluster.elect()
  await expect(log.append('thing-1', textEvents('d'), 0)).resolves.toMatchObject({ revision: 1 })
  expect(rejections).toEqual([])
})

test('does not wait long for a node that does not answer', async () => {
  const { fake: cluster, open, storeErrors } = await startEventStorePair({ nodes: 3 })
  for (const node of cluster.nodes) node.faults.silent.add('gossip')
  const opening = open({ deadline: 60_000, retryForMs: 1 })
  await expect
    .poll(() => storeErrors.map(({ error }) => error.message), { timeout: 10_000 })
    .toContain('No node of the EventStoreDB cluster is ready; it may be electing a leader.')
  for (const node of cluster.nodes) node.faults.silent.clear()
  expect(await (await opening).head()).toBe(beginning)
})

test('closes while the client looks for a leader', async () => {
  const { log, fake: cluster } = await openEventStorePair({ nodes: 3 })
  await cluster.killLeader()
  const head = log.head()
  const startedAt = performance.now()
  await log.close()
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  await expect(head).rejects.toBeInstanceOf(LogUnavailable)
})

test('elections under writers lose nothing and store nothing twice, and a subscriber has no gap', async () => {
  const rejections = unhandledRejections()
  const { log, fake: cluster } = await openEventStorePair({ nodes: 3 })
  const received: string[] = []
  const following = (async () => {
    for await (const { events } of log.subscribe({ after: beginning })) received.push(...textsOf(events))
  })()
  const stop = new AbortController()
  const written = new Map(Array.from({ length: 8 }, (_, index) => [`thing-${index}`, [] as string[]]))
  const writers = [...written].map(([stream, texts]) => appendUntil(log, stream, stop.signal, texts))
  const total = () => [...written.values()].reduce((sum, { length }) => sum + length, 0)
  for (let election = 0; election < elections; election++) {
    const before = total()
    await expect.poll(total, { timeout: 20_000 }).toBeGreaterThan(before + 40)
    await (election % 2 === 0 ? cluster.isolateLeader() : cluster.killLeader())
    await new Promise((resolve) => setTimeout(resolve, 100 + 200 * (election % 10)))
    await cluster.elect()
  }
  stop.abort()
  await Promise.all(writers)
  for (const [stream, texts] of written) expect(await textsIn(log, stream)).toEqual(texts)
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(total())
  expect(received).toEqual(textsOf(await collectBatches(log.readAll())))
  await log.close()
  await following
  expect(rejections).toEqual([])
})
