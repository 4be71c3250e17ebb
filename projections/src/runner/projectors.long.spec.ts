import { setTimeout as wait } from 'node:timers/promises'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import {
  StoreUnavailable,
  ReadModelNotBuilt,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, onTestFinished, test } from 'vitest'
import { compareWithLog, diary, type Diary } from '@thirty/projections/testing/runner/runner-setup.ts'
import { followProjections } from './follow-projections.ts'
import { fakeEventLog, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import type { StartProjectionsOptions } from './projection-runner.ts'
import { startProjections } from './start-projections.ts'

const projections = ['one', 'two'].map((name) => diary(name))
const keys = projections.map(({ name, version }) => ({ name, version }))
const key = { name: 'one', version: 1 }
const streams = Array.from({ length: 5 }, (_, at) => `project-${at}`)

/** A Redis server, a log, and projector processes, each with its own connections. */
async function setUp() {
  const redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
  onTestFinished(() => redis.close())
  const log = fakeEventLog()
  /** The live updates of all projectors. */
  const published: string[] = []

  const open = async () => {
    const store = await openRedisReadModelStore({ url: redis.url })
    onTestFinished(() => store.close())
    return store
  }
  const start = async (options: Partial<StartProjectionsOptions> = {}) => {
    const store = await open()
    const projector = startProjections({
      log,
      store,
      projections: projections.map((projection) => ({
        projection,
        liveUpdates: ({ event }) => {
          published.push(`${projection.name} ${event.position}`)
          return [{ room: 'all', message: 'happened', item: `${event.position}` }]
        },
      })),
      assignment: 'lead',
      batch: 50,
      onFailure: () => undefined,
      ...options,
    })
    onTestFinished(() => projector.stop())
    return projector
  }
  const addEvents = async (times: number) => {
    for (let index = 0; index < times; index++) {
      log.add(streams[index % streams.length] ?? '', 'Happened')
      if (index % 10 === 0) await wait(1)
    }
    return log.head()
  }
  return { redis, log, published, open, start, addEvents }
}

async function expectCompleteReadModels(store: ReadModelStore, log: FakeEventLog): Promise<void> {
  for (const projection of projections)
    expect(await compareWithLog(projection, store, log)).toMatchObject({
      position: log.end(),
      differences: [],
    })
}

test('read models contain every event exactly once after Redis was killed, emptied, restored from an older dump or paused', async () => {
  const { redis, log, published, open, start, addEvents } = await setUp()
  await start()
  await start()
  const store = await open()
  const follower = followProjections({ store, readModels: keys, onFailure: () => undefined })
  onTestFinished(follower.stop)
  const expectCaughtUp = async () => {
    const last = await addEvents(60)
    await expect.poll(() => follower.waitForPosition(last, 500), { timeout: 15_000 }).toBe(true)
    await expectCompleteReadModels(store, log)
  }
  await expectCaughtUp()
  const stopWatching = watchLengths(store)
  const dump = await redis.dump()
  await expectCaughtUp()
  await redis.kill()
  await addEvents(30)
  await redis.restart()
  await expectCaughtUp()
  await redis.flush()
  await expectCaughtUp()
  await redis.restart(dump)
  await expectCaughtUp()
  redis.pause()
  await addEvents(30)
  await wait(4_000)
  redis.resume()
  await expectCaughtUp()
  // Readers see a complete read model of some position in the log or none at all, never an unfinished build.
  const lengths = await stopWatching()
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60 / streams.length)
  const [document] = await store.load<Diary>(key, ['project-0'])
  expect(Math.max(...lengths)).toBe(document?.entries.length)
  expect(new Set(published).size).toBe(published.length)
}, 60_000)

test('a rebuild in Redis under traffic ends, and readers never see an older state', async () => {
  const { log, open, start, addEvents } = await setUp()
  await addEvents(500)
  const projector = await start({ assignment: 'all' })
  await projector.ready
  const store = await open()
  const stopWatching = watchLengths(store)
  const before = await store.liveBuild(key)
  const traffic = addEvents(500)
  expect(await projector.rebuild('one')).toBe(true)
  const last = await traffic
  expect(await projector.waitForPosition(last, 5_000)).toBe(true)
  const lengths = await stopWatching()
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  expect(lengths[0]).toBeGreaterThanOrEqual(100)
  expect((await store.liveBuild(key))?.build).not.toEqual(before?.build)
  await expectCompleteReadModels(store, log)
})

/** Reads a document repeatedly. The returned function stops it and returns the lengths that were read. */
function watchLengths(store: ReadModelStore): () => Promise<number[]> {
  const lengths: number[] = []
  const stopped = new AbortController()
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const [document] = await store.load<Diary>(key, ['project-0']).catch(ignoreUnavailable)
      if (document) lengths.push(document.entries.length)
      await wait(2)
    }
  })()
  return async () => {
    stopped.abort()
    await watching
    return lengths
  }
}

function ignoreUnavailable(error: unknown): undefined[] {
  if (error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt) return []
  throw error
}
