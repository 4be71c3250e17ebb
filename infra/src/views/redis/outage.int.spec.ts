import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { board, idsOf, step } from '../port/board.ts'
import { openRedisViews } from '../redis.ts'
import { Fenced, OutOfStep, StoreUnavailable, ViewNotBuilt, type Lease, type ViewStore } from '../views.ts'
import { boardIn, feedTo, foldedTo, putAt } from './spec-feeder.ts'
import { startRedis, type SpecRedis } from './spec-redis.ts'

async function setUp(settings: Record<string, string> = {}) {
  const redis = await startRedis(settings)
  onTestFinished(() => redis.close())
  const onAway = vi.fn<(error: Error) => void>()
  const onBack = vi.fn<() => void>()
  const open = async () => {
    const store = await openRedisViews({ url: redis.url, onAway, onBack })
    onTestFinished(() => store.close())
    return store
  }
  return { redis, open, store: await open(), onAway, onBack }
}

/** Asks for the whole board over and over, until told to stop; answers every board that it was shown. */
function watchBoard(store: ViewStore) {
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
  if (!(error instanceof StoreUnavailable || error instanceof ViewNotBuilt)) throw error
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
    await feedTo(store, 160n, { onStep: onceAt([40n, 80n, 120n], killed) })
    await expect.poll(() => boardIn(store).catch(expected)).toEqual(foldedTo(160n))
    expect(onAway).toHaveBeenCalledTimes(3)
    await expect.poll(() => onBack.mock.calls.length).toBe(3)
  },
)

test('a server that was flushed says so until the view is built again, and never shows a part as the whole', async () => {
  const { redis, store } = await setUp()
  await feedTo(store, 50n)
  const endReading = watchBoard(store)
  await redis.flush()
  await expect(store.count(board, 'points')).rejects.toThrow(ViewNotBuilt)
  expect(await store.live(board)).toBeUndefined()
  const build = await store.begin(board)
  for (let to = 0n; to <= 50n; to++) await step(store, build, to, { from: to - 1n, puts: [putAt(to)] })
  await store.goLive(build)
  expect(await boardIn(store)).toEqual(foldedTo(50n))
  for (const ids of await endReading()) expect(ids).toHaveLength(10)
})

test('a server that was flushed in the middle of a build tells the one who fills it', async () => {
  const { redis, store } = await setUp()
  const { begun } = await feedTo(store, 60n, { onStep: onceAt([30n], () => redis.flush()) })
  expect(begun).toBe(2)
  expect(await boardIn(store)).toEqual(foldedTo(60n))
})

async function leading(store: ViewStore, owner: string, forMs: number): Promise<Lease> {
  let lease: Lease | undefined
  await expect.poll(async () => (lease = await store.lead(board, owner, forMs).catch(expected))).toBeDefined()
  if (!lease) throw new Error('Nobody leads.')
  return lease
}

async function brought(redis: SpecRedis, store: ViewStore, dump: Buffer): Promise<void> {
  await redis.restart(dump)
  await expect.poll(() => store.checkpoint(board).catch(expected)).toBeDefined()
}

test('an older dump tells the one who feeds where it really stands', async () => {
  const { redis, store } = await setUp()
  await feedTo(store, 100n)
  const dump = await redis.dump()
  await feedTo(store, 150n)
  const live = await store.live(board)
  await brought(redis, store, dump)
  if (!live) throw new Error('There was no live build.')
  const late = step(store, live.build, 151n, { from: 150n, puts: [putAt(151n)] })
  await expect(late).rejects.toThrow(OutOfStep)
  await expect(late).rejects.toMatchObject({ actual: 100n })
  expect(await boardIn(store)).toEqual(foldedTo(100n))
  await feedTo(store, 160n)
  expect(await boardIn(store)).toEqual(foldedTo(160n))
})

test('a build that an older dump does not know is not fed any more', async () => {
  const { redis, store } = await setUp()
  await feedTo(store, 20n)
  const dump = await redis.dump()
  const later = await store.begin(board)
  await step(store, later, 30n)
  await brought(redis, store, dump)
  await expect(step(store, later, 31n, { from: 30n })).rejects.toThrow(ViewNotBuilt)
  await expect(store.goLive(later)).rejects.toThrow(ViewNotBuilt)
  expect(await boardIn(store)).toEqual(foldedTo(20n))
})

test('no leader of another time writes after an older dump was brought back', async () => {
  const { redis, store } = await setUp()
  const first = await leading(store, 'ada', 1)
  await feedTo(store, 20n, { lease: first })
  const dump = await redis.dump()
  const second = await leading(store, 'bob', 1)
  const third = await leading(store, 'ada', 60_000)
  await brought(redis, store, dump)
  const build = (await store.live(board))?.build
  if (!build) throw new Error('There was no live build.')
  const write = (lease: Lease) => step(store, build, 21n, { from: 20n, puts: [putAt(21n)], lease })
  await expect(write(second)).rejects.toThrow(Fenced)
  await expect(write(third)).rejects.toThrow(Fenced)
  const now = await leading(store, 'bob', 60_000)
  expect(now.fence).toBeGreaterThan(third.fence)
  for (const lease of [first, second, third]) await expect(write(lease)).rejects.toThrow(Fenced)
  await write(now)
  expect(await boardIn(store)).toEqual(foldedTo(21n))
})

test('while a server stands still, questions fail soon and work waits; afterwards both go on', async () => {
  const { redis, store, onAway, onBack } = await setUp()
  await feedTo(store, 20n)
  const live = await store.live(board)
  if (!live) throw new Error('There was no live build.')
  redis.stop()
  const work = step(store, live.build, 21n, { from: 20n, puts: [putAt(21n)] })
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
  await expect.poll(() => boardIn(store).catch(expected), { timeout: 5_000 }).toEqual(foldedTo(21n))
  expect(onAway).toHaveBeenCalledTimes(1)
  await expect.poll(() => onBack.mock.calls.length).toBe(1)
})

test('work that waits for a server which does not come back ends when the store is closed', async () => {
  const { redis, store, onAway } = await setUp()
  await feedTo(store, 5n)
  const live = await store.live(board)
  await redis.kill()
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
  const work = live ? step(store, live.build, 6n, { from: 5n }) : Promise.resolve()
  const end = work.catch((error: unknown) => error)
  await wait(300)
  await store.close()
  expect(await end).toBeInstanceOf(StoreUnavailable)
  await expect(store.lead(board, 'ada', 1_000)).rejects.toThrow(StoreUnavailable)
})

test('whoever watches hears again after the server was away', async () => {
  const { redis, store } = await setUp({ appendonly: 'yes', appendfsync: 'always' })
  const heard: bigint[] = []
  store.watch(({ position }) => void heard.push(position))
  await feedTo(store, 5n)
  await redis.kill()
  await redis.restart()
  let next = 5n
  const feedOn = () => feedTo(store, ++next).then(() => heard.at(-1))
  await expect.poll(feedOn, { timeout: 5_000 }).toBeGreaterThan(5n)
})
