import { setTimeout as wait } from 'node:timers/promises'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import {
  StoreUnavailable,
  ReadModelNotBuilt,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, onTestFinished, test } from 'vitest'
import { followProjections } from './follow-projections.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { startProjections, type StartProjectionsOptions } from './start-projections.ts'

type Diary = { positions: string[] }

const view = (name: string): Projection<Diary> => ({
  name,
  version: 1,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document, { position }) => ({ positions: [...(document?.positions ?? []), `${position}`] }),
  indexEntries: ({ positions }) => ({ length: { score: positions.length } }),
})

const views = ['one', 'two'].map(view)
const keys = views.map(({ name, version }) => ({ name, version }))
const first = { name: 'one', version: 1 }
const streams = Array.from({ length: 5 }, (_, at) => `project-${at}`)

/** A Redis server, a log, and processes around them, each with connections of its own. */
async function setUp() {
  const redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
  onTestFinished(() => redis.close())
  const log = fakeEventLog()
  /** What was announced, by whomever. */
  const told: string[] = []

  const open = async () => {
    const store = await openRedisReadModelStore({ url: redis.url })
    onTestFinished(() => store.close())
    return store
  }
  const start = async (given: Partial<StartProjectionsOptions> = {}) => {
    const store = await open()
    const projector = startProjections({
      log,
      store,
      projections: views.map((one) => ({
        projection: one,
        liveUpdates: ({ event }) => {
          told.push(`${one.name} ${event.position}`)
          return [{ room: one.name, message: 'happened', item: `${event.position}` }]
        },
      })),
      assignment: 'share',
      batch: 50,
      onFailure: () => undefined,
      ...given,
    })
    onTestFinished(() => projector.stop())
    return {
      ...projector,
      leads: () => projector.positions().map(({ readModel: { name } }) => name),
      /** As if the process had been killed: nothing more reaches the server, and no lease is handed over. */
      kill: () => store.close(),
    }
  }
  const happens = async (times: number) => {
    for (let at = 0; at < times; at++) {
      log.add(streams[at % streams.length] ?? '', 'Happened')
      if (at % 10 === 0) await wait(1)
    }
    return log.head()
  }
  return { redis, log, told, open, start, happens }
}

/** What the view holds if it took in every event of the log once, in order. */
async function foldOf(log: ReturnType<typeof fakeEventLog>): Promise<(Diary | undefined)[]> {
  const documents = new Map<string, string[]>()
  for await (const events of log.readAll())
    for (const { stream, position } of events)
      documents.set(stream, [...(documents.get(stream) ?? []), `${position}`])
  return streams.map((id) => ({ positions: documents.get(id) ?? [] }))
}

async function expectFold(store: ReadModelStore, log: ReturnType<typeof fakeEventLog>): Promise<void> {
  const fold = await foldOf(log)
  for (const key of keys) {
    expect(await store.load<Diary>(key, streams)).toEqual(fold)
    expect(await store.sum(key, 'length')).toBe(
      fold.reduce((sum, one) => sum + (one?.positions.length ?? 0), 0),
    )
  }
}

test('two projectors share the views in Redis; when one is killed the other leads all of them within five seconds', async () => {
  const { log, open, start, happens } = await setUp()
  const [one, other] = [await start(), await start()]
  const store = await open()
  const follower = followProjections({ store, readModels: keys, onFailure: () => undefined })
  onTestFinished(follower.stop)
  await expect.poll(() => [one.leads().length, other.leads().length], { timeout: 8_000 }).toEqual([1, 1])
  expect(await follower.waitForPosition(await happens(100), 5_000)).toBe(true)
  await expectFold(store, log)
  await other.kill()
  const since = performance.now()
  const last = await happens(100)
  await expect.poll(() => one.leads(), { timeout: 8_000 }).toEqual(['one', 'two'])
  expect(await follower.waitForPosition(last, 1_000)).toBe(true)
  // Five seconds, and what a busy machine adds.
  expect(performance.now() - since).toBeLessThan(6_500)
  await expectFold(store, log)
})

test('Redis that is killed, emptied, brought back older or stopped: the views end as the fold of the log', async () => {
  const { redis, log, told, open, start, happens } = await setUp()
  await start()
  await start()
  const store = await open()
  const follower = followProjections({ store, readModels: keys, onFailure: () => undefined })
  onTestFinished(follower.stop)
  const level = async () => {
    const last = await happens(60)
    await expect.poll(() => follower.waitForPosition(last, 500), { timeout: 15_000 }).toBe(true)
    await expectFold(store, log)
  }
  await level()
  const watched = watch(store)
  const dump = await redis.dump()
  await level()
  await redis.kill()
  await happens(30)
  await redis.restart()
  await level()
  await redis.flush()
  await level()
  await redis.restart(dump)
  await level()
  redis.pause()
  await happens(30)
  await wait(4_000)
  redis.resume()
  await level()
  // Whoever reads sees a view as it was at some place of the log, or none: never one that is being filled.
  const lengths = await watched()
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60 / streams.length)
  expect(Math.max(...lengths)).toBe((await foldOf(log))[0]?.positions.length)
  expect(new Set(told).size).toBe(told.length)
}, 60_000)

test('an older Redis brings back older views, which catch up, but no older news', async () => {
  const { redis, log, told, open, start, happens } = await setUp()
  const projector = await start({ assignment: 'all' })
  await projector.ready
  expect(await projector.waitForPosition(await happens(20), 5_000)).toBe(true)
  const dump = await redis.dump()
  expect(await projector.waitForPosition(await happens(20), 5_000)).toBe(true)
  await redis.restart(dump)
  const last = await happens(20)
  await expect.poll(() => projector.waitForPosition(last, 500), { timeout: 10_000 }).toBe(true)
  await expectFold(await open(), log)
  await expect.poll(() => told.filter((one) => one.startsWith('one')).length).toBe(60)
  expect(new Set(told).size).toBe(told.length)
})

test('a view is built anew in Redis under traffic, in bounded steps, and readers see no step back', async () => {
  const { log, open, start, happens } = await setUp()
  await happens(500)
  const projector = await start({ assignment: 'all' })
  await projector.ready
  const store = await open()
  const watched = watch(store)
  const before = await store.liveBuild(first)
  const traffic = happens(500)
  expect(await projector.rebuild('one')).toBe(true)
  const last = await traffic
  expect(await projector.waitForPosition(last, 5_000)).toBe(true)
  const lengths = await watched()
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  expect(lengths[0]).toBeGreaterThanOrEqual(100)
  expect((await store.liveBuild(first))?.build).not.toEqual(before?.build)
  await expectFold(store, log)
})

/** Reads a document over and over; answers how long it was each time, once it is told to end. */
function watch(store: ReadModelStore): () => Promise<number[]> {
  const lengths: number[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [document] = await store.load<Diary>(first, ['project-0']).catch(nothing)
      if (document) lengths.push(document.positions.length)
      await wait(2)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return lengths
  }
}

function nothing(error: unknown): undefined[] {
  if (error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt) return []
  throw error
}
