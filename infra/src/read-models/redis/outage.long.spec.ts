import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { board, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { redisReadModelStore } from '../redis.ts'
import {
  Fenced,
  StoreUnavailable,
  ReadModelNotBuilt,
  type Lease,
  type ReadModelStore,
} from '../read-models.ts'
import {
  readBoard,
  runProjectionTo,
  expectedBoardAt,
  upsertAt,
} from '@thirty/infra/testing/read-models/board-projection.ts'
import { connectionsTo, proxyOf, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import type { RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'

/** Starts a server with these settings, and opens a store there, in which the board is built up to a position. */
async function setUp(position?: bigint, settings: Record<string, string> = {}) {
  const redis = await redisOfTest(settings)
  const onDisconnect = vi.fn<(error: Error) => void>()
  const onReconnect = vi.fn<() => void>()
  const connections = await connectionsTo(redis.url, { onDisconnect, onReconnect })
  const store = redisReadModelStore(connections)
  if (position !== undefined) await runProjectionTo(store, position)
  return { redis, connections, store, onDisconnect, onReconnect }
}

/** Returns the live build of the board. */
async function liveBoard(store: ReadModelStore) {
  const live = await store.liveBuild(board)
  if (!live) throw new Error('There was no live build.')
  return live.build
}

function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt)) throw error
}

test.for([
  ['with an append-only file', { appendonly: 'yes', appendfsync: 'everysec' }],
  ['without persistence', {}],
] as const)('a server that is killed and restarted %s ends with the right board', async ([, settings]) => {
  const { redis, store, onDisconnect, onReconnect } = await setUp(undefined, settings)
  const kills = [40n, 80n, 120n]
  const killAndRestart = async (position: bigint) => {
    if (position !== kills[0]) return
    // Wait for all connections, otherwise the next kill would count as the same outage.
    await expect.poll(() => onReconnect.mock.calls.length).toBe(3 - kills.length)
    kills.shift()
    await redis.kill()
    void redis.restart()
  }
  await runProjectionTo(store, 160n, { onStep: killAndRestart })
  await expect.poll(() => readBoard(store).catch(ignoreOutage)).toEqual(expectedBoardAt(160n))
  expect(onDisconnect).toHaveBeenCalledTimes(3)
  await expect.poll(() => onReconnect.mock.calls.length).toBe(3)
})

test('after a flush, reads fail until the read model is rebuilt, and never return a part of it', async () => {
  const { redis, store } = await setUp(50n)
  await redis.flush()
  expect(await store.liveBuild(board)).toBeUndefined()
  const build = await store.beginBuild(board)
  for (let to = 0n; to <= 50n; to++) {
    await expect(readBoard(store)).rejects.toThrow(ReadModelNotBuilt)
    await commitStep(store, build, to, { from: to - 1n, upserts: [upsertAt(to)] })
  }
  await store.activate(build)
  expect(await readBoard(store)).toEqual(expectedBoardAt(50n))
})

const acquire = (store: ReadModelStore, owner: string, forMs: number): Promise<Lease> =>
  vi.waitUntil(() => store.acquireLease(board, owner, forMs).catch(ignoreOutage))

async function restore(redis: RedisServer, store: ReadModelStore, dump: Buffer): Promise<void> {
  await redis.restart(dump)
  await expect.poll(() => store.checkpoint(board).catch(ignoreOutage)).toBeDefined()
}

test('after an older dump was restored, a commit reports the actual checkpoint', async () => {
  const { redis, store } = await setUp(100n)
  const dump = await redis.dump()
  await runProjectionTo(store, 150n)
  const live = await liveBoard(store)
  await restore(redis, store, dump)
  const late = commitStep(store, live, 151n, { from: 150n, upserts: [upsertAt(151n)] })
  await expect(late).rejects.toMatchObject({ name: 'CheckpointMismatch', actual: 100n })
  expect(await readBoard(store)).toEqual(expectedBoardAt(100n))
  await runProjectionTo(store, 160n)
  expect(await readBoard(store)).toEqual(expectedBoardAt(160n))
})

test('no earlier lease is valid after an older dump was restored', async () => {
  const { redis, store } = await setUp()
  const first = await acquire(store, 'ada', 1)
  await runProjectionTo(store, 20n, { lease: first })
  const dump = await redis.dump()
  const second = await acquire(store, 'bob', 1)
  const third = await acquire(store, 'ada', 60_000)
  await restore(redis, store, dump)
  const build = await liveBoard(store)
  const write = (lease: Lease) =>
    commitStep(store, build, 21n, { from: 20n, upserts: [upsertAt(21n)], lease })
  for (const lease of [second, third]) await expect(write(lease)).rejects.toThrow(Fenced)
  const current = await acquire(store, 'bob', 60_000)
  expect(current.fence).toBeGreaterThan(third.fence)
  for (const lease of [first, second, third]) await expect(write(lease)).rejects.toThrow(Fenced)
  await write(current)
  expect(await readBoard(store)).toEqual(expectedBoardAt(21n))
})

test('while a server is frozen, reads fail soon and commits wait; afterwards both continue', async () => {
  const { redis, store, onDisconnect, onReconnect } = await setUp(20n)
  const live = await liveBoard(store)
  redis.pause()
  const work = commitStep(store, live, 21n, { from: 20n, upserts: [upsertAt(21n)] })
  const startedAtPause = performance.now()
  const read = store.count(board, 'points')
  await expect(read).rejects.toThrow(StoreUnavailable)
  expect(performance.now() - startedAtPause).toBeLessThan(2_000)
  await expect.poll(() => onDisconnect.mock.calls.length, { timeout: 5_000 }).toBe(1)
  // From now on reads fail at once.
  const startedAt = performance.now()
  const reads = Array.from({ length: 1_000 }, () => store.count(board, 'points').catch(ignoreOutage))
  expect(await Promise.all(reads)).toEqual(reads.map(() => undefined))
  expect(performance.now() - startedAt).toBeLessThan(900)
  redis.resume()
  await work
  await expect
    .poll(() => readBoard(store).catch(ignoreOutage), { timeout: 5_000 })
    .toEqual(expectedBoardAt(21n))
  expect(onDisconnect).toHaveBeenCalledTimes(1)
  await expect.poll(() => onReconnect.mock.calls.length).toBe(1)
})

test('the first request after a server froze waits once for all its reads', async () => {
  const { redis, store } = await setUp(20n)
  const count = () => store.count(board, 'points')
  redis.pause()
  const startedAtPause = performance.now()
  for (let reads = 0; reads < 5; reads += 1) await expect(count()).rejects.toThrow(StoreUnavailable)
  expect(performance.now() - startedAtPause).toBeLessThan(1_800)
  redis.resume()
  await expect.poll(count, { timeout: 5_000 }).toBe(10)
  // Everybody waits as before.
  redis.pause()
  const startedAt = performance.now()
  await expect(count()).rejects.toThrow(StoreUnavailable)
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  redis.resume()
})

test('a server that was frozen and is replaced at the same address is found', async () => {
  const { redis } = await setUp(20n)
  const proxy = await proxyOf(redis)
  const onDisconnect = vi.fn<(error: Error) => void>()
  const through = redisReadModelStore(await connectionsTo(proxy.url, { onDisconnect }))
  proxy.hang()
  await expect(through.count(board, 'points')).rejects.toThrow(StoreUnavailable)
  await expect.poll(() => onDisconnect.mock.calls.length, { timeout: 5_000 }).toBe(1)
  expect(onDisconnect.mock.calls[0]?.[0].message).toBe('Redis did not answer any more.')
  // The client has connected to the frozen server again, which does not answer its handshake.
  await wait(1_000)
  proxy.hang('accepting')
  await expect
    .poll(() => readBoard(through).catch(ignoreOutage), { timeout: 10_000 })
    .toEqual(expectedBoardAt(20n))
})

test('an answer that arrived while this process was paused is still read', async () => {
  const { store, onDisconnect } = await setUp(20n)
  const read = readBoard(store)
  // The commands are sent before the process is paused.
  await new Promise(setImmediate)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_300)
  expect(await read).toEqual(expectedBoardAt(20n))
  expect(onDisconnect).not.toHaveBeenCalled()
})

test('closing the connections rejects commits that wait for the server', async () => {
  const { redis, connections, store, onDisconnect } = await setUp(5n)
  const live = await liveBoard(store)
  await redis.kill()
  await expect.poll(() => onDisconnect.mock.calls.length).toBe(1)
  const work = commitStep(store, live, 6n, { from: 5n })
  const end = work.catch((error: unknown) => error)
  await wait(300)
  connections.close()
  expect(await end).toBeInstanceOf(StoreUnavailable)
  await expect(store.acquireLease(board, 'ada', 1_000)).rejects.toThrow(StoreUnavailable)
})

test('watchers are notified again after an outage', async () => {
  const { redis, store } = await setUp(undefined, { appendonly: 'yes', appendfsync: 'always' })
  const received: bigint[] = []
  store.watch(({ position }) => void received.push(position))
  await runProjectionTo(store, 5n)
  await redis.kill()
  await redis.restart()
  let next = 5n
  const continueProjection = () => runProjectionTo(store, ++next).then(() => received.at(-1))
  await expect.poll(continueProjection, { timeout: 5_000 }).toBeGreaterThan(5n)
})
