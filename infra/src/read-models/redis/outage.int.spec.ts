import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { board, idsOf, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { openRedisReadModelStore } from '../redis.ts'
import {
  Fenced,
  CheckpointMismatch,
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
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'

async function setUp(settings: Record<string, string> = {}) {
  const redis = await startRedisServer(settings)
  onTestFinished(() => redis.close())
  const onAway = vi.fn<(error: Error) => void>()
  const onBack = vi.fn<() => void>()
  const open = async () => {
    const store = await openRedisReadModelStore({ url: redis.url, onDisconnect: onAway, onReconnect: onBack })
    onTestFinished(() => store.close())
    return store
  }
  return { redis, open, store: await open(), onAway, onBack }
}

/** Asks for the whole board over and over, until told to stop; answers every board that it was shown. */
function watchBoard(store: ReadModelStore) {
  const shown: string[][] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      const ids = await idsOf(store).catch(expected)
      if (ids) shown.push(ids)
      await wait(1)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return shown
  }
}

function expected(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt)) throw error
}

/** Does something once each time a feeder comes to the next of these positions. */
const onceAt = (positions: readonly bigint[], work: () => Promise<unknown>) => {
  const left = [...positions]
  return async (position: bigint) => {
    if (left[0] !== position) return
    left.shift()
    await work()
  }
}

test.for([
  ['with an append-only file', { appendonly: 'yes', appendfsync: 'everysec' }],
  ['with nothing written down', {}],
] as const)(
  'a server that is killed and started again, %s, ends with the right board',
  async ([, settings]) => {
    const { redis, store, onAway, onBack } = await setUp(settings)
    let kills = 0
    const killed = async () => {
      // One of several connections may still be away, and then this would be the same outage going on.
      await expect.poll(() => onBack.mock.calls.length).toBe(kills)
      kills += 1
      await redis.kill()
      void redis.restart()
    }
    await runProjectionTo(store, 160n, { onStep: onceAt([40n, 80n, 120n], killed) })
    await expect.poll(() => readBoard(store).catch(expected)).toEqual(expectedBoardAt(160n))
    expect(onAway).toHaveBeenCalledTimes(3)
    await expect.poll(() => onBack.mock.calls.length).toBe(3)
  },
)

test('a server that was flushed says so until the view is built again, and never shows a part as the whole', async () => {
  const { redis, store } = await setUp()
  await runProjectionTo(store, 50n)
  const endReading = watchBoard(store)
  await redis.flush()
  await expect(store.count(board, 'points')).rejects.toThrow(ReadModelNotBuilt)
  expect(await store.liveBuild(board)).toBeUndefined()
  const build = await store.beginBuild(board)
  for (let to = 0n; to <= 50n; to++)
    await commitStep(store, build, to, { from: to - 1n, upserts: [upsertAt(to)] })
  await store.activate(build)
  expect(await readBoard(store)).toEqual(expectedBoardAt(50n))
  for (const ids of await endReading()) expect(ids).toHaveLength(10)
})

test('a server that was flushed in the middle of a build tells the one who fills it', async () => {
  const { redis, store } = await setUp()
  const { begun } = await runProjectionTo(store, 60n, { onStep: onceAt([30n], () => redis.flush()) })
  expect(begun).toBe(2)
  expect(await readBoard(store)).toEqual(expectedBoardAt(60n))
})

async function leading(store: ReadModelStore, owner: string, forMs: number): Promise<Lease> {
  let lease: Lease | undefined
  await expect
    .poll(async () => (lease = await store.acquireLease(board, owner, forMs).catch(expected)))
    .toBeDefined()
  if (!lease) throw new Error('Nobody leads.')
  return lease
}

async function brought(redis: RedisServer, store: ReadModelStore, dump: Buffer): Promise<void> {
  await redis.restart(dump)
  await expect.poll(() => store.checkpoint(board).catch(expected)).toBeDefined()
}

test('an older dump tells the one who feeds where it really stands', async () => {
  const { redis, store } = await setUp()
  await runProjectionTo(store, 100n)
  const dump = await redis.dump()
  await runProjectionTo(store, 150n)
  const live = await store.liveBuild(board)
  await brought(redis, store, dump)
  if (!live) throw new Error('There was no live build.')
  const late = commitStep(store, live.build, 151n, { from: 150n, upserts: [upsertAt(151n)] })
  await expect(late).rejects.toThrow(CheckpointMismatch)
  await expect(late).rejects.toMatchObject({ actual: 100n })
  expect(await readBoard(store)).toEqual(expectedBoardAt(100n))
  await runProjectionTo(store, 160n)
  expect(await readBoard(store)).toEqual(expectedBoardAt(160n))
})

test('a build that an older dump does not know is not fed any more', async () => {
  const { redis, store } = await setUp()
  await runProjectionTo(store, 20n)
  const dump = await redis.dump()
  const later = await store.beginBuild(board)
  await commitStep(store, later, 30n)
  await brought(redis, store, dump)
  await expect(commitStep(store, later, 31n, { from: 30n })).rejects.toThrow(ReadModelNotBuilt)
  await expect(store.activate(later)).rejects.toThrow(ReadModelNotBuilt)
  expect(await readBoard(store)).toEqual(expectedBoardAt(20n))
})

test('no leader of another time writes after an older dump was brought back', async () => {
  const { redis, store } = await setUp()
  const first = await leading(store, 'ada', 1)
  await runProjectionTo(store, 20n, { lease: first })
  const dump = await redis.dump()
  const second = await leading(store, 'bob', 1)
  const third = await leading(store, 'ada', 60_000)
  await brought(redis, store, dump)
  const build = (await store.liveBuild(board))?.build
  if (!build) throw new Error('There was no live build.')
  const write = (lease: Lease) =>
    commitStep(store, build, 21n, { from: 20n, upserts: [upsertAt(21n)], lease })
  await expect(write(second)).rejects.toThrow(Fenced)
  await expect(write(third)).rejects.toThrow(Fenced)
  const now = await leading(store, 'bob', 60_000)
  expect(now.fence).toBeGreaterThan(third.fence)
  for (const lease of [first, second, third]) await expect(write(lease)).rejects.toThrow(Fenced)
  await write(now)
  expect(await readBoard(store)).toEqual(expectedBoardAt(21n))
})

test('while a server stands still, questions fail soon and work waits; afterwards both go on', async () => {
  const { redis, store, onAway, onBack } = await setUp()
  await runProjectionTo(store, 20n)
  const live = await store.liveBuild(board)
  if (!live) throw new Error('There was no live build.')
  redis.pause()
  const work = commitStep(store, live.build, 21n, { from: 20n, upserts: [upsertAt(21n)] })
  const since = performance.now()
  const question = store.count(board, 'points')
  await expect(question).rejects.toThrow(StoreUnavailable)
  expect(performance.now() - since).toBeLessThan(2_000)
  await expect.poll(() => onAway.mock.calls.length, { timeout: 5_000 }).toBe(1)
  // From now on nobody waits for it.
  const asked = performance.now()
  const questions = Array.from({ length: 1_000 }, () => store.count(board, 'points').catch(expected))
  expect(await Promise.all(questions)).toEqual(questions.map(() => undefined))
  expect(performance.now() - asked).toBeLessThan(900)
  redis.resume()
  await work
  await expect.poll(() => readBoard(store).catch(expected), { timeout: 5_000 }).toEqual(expectedBoardAt(21n))
  expect(onAway).toHaveBeenCalledTimes(1)
  await expect.poll(() => onBack.mock.calls.length).toBe(1)
})

test('work that waits for a server which does not come back ends when the store is closed', async () => {
  const { redis, store, onAway } = await setUp()
  await runProjectionTo(store, 5n)
  const live = await store.liveBuild(board)
  await redis.kill()
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
  const work = live ? commitStep(store, live.build, 6n, { from: 5n }) : Promise.resolve()
  const end = work.catch((error: unknown) => error)
  await wait(300)
  await store.close()
  expect(await end).toBeInstanceOf(StoreUnavailable)
  await expect(store.acquireLease(board, 'ada', 1_000)).rejects.toThrow(StoreUnavailable)
})

test('whoever watches hears again after the server was away', async () => {
  const { redis, store } = await setUp({ appendonly: 'yes', appendfsync: 'always' })
  const heard: bigint[] = []
  store.watch(({ position }) => void heard.push(position))
  await runProjectionTo(store, 5n)
  await redis.kill()
  await redis.restart()
  let next = 5n
  const feedOn = () => runProjectionTo(store, ++next).then(() => heard.at(-1))
  await expect.poll(feedOn, { timeout: 5_000 }).toBeGreaterThan(5n)
})
