import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { type Commit, type Projection, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { fakeEventLog, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { StartProjectionsOptions } from './projection-runner.ts'
import { startProjections } from './start-projections.ts'

type Diary = { positions: string[] }

/** Records every event of a project; a removed project is deleted until its next event. */
const diary = (version = 1): Projection<Diary> => ({
  name: 'diary',
  version,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document, { type, position }) =>
    type === 'Removed' ? undefined : { positions: [...(document?.positions ?? []), `${position}`] },
  indexEntries: ({ positions }) => ({
    length: { score: positions.length, tiebreaker: positions[0] ?? '' },
    ...(positions.length % 2 === 0 && { even: { score: positions.length } }),
  }),
})

const streamCount = 700
const ids = Array.from({ length: streamCount }, (_, index) => `project-${index}`)

/** Three rounds of events for all projects; every fifth project is removed in the second round. */
function seededLog(): FakeEventLog {
  const log = fakeEventLog()
  for (let round = 0; round < 3; round++)
    ids.forEach((id, index) => log.add(id, round === 1 && index % 5 === 0 ? 'Removed' : 'Happened'))
  return log
}

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedisServer()
})
beforeEach(() => redis.flush())
afterAll(() => redis.close())

const stores = {
  memory: async () => memoryReadModelStore({ live: { publish: () => undefined } }),
  Redis: () => openRedisReadModelStore({ url: redis.url }),
}

function start(
  log: FakeEventLog,
  store: ReadModelStore,
  { version = 1, ...options }: Partial<StartProjectionsOptions> & { version?: number } = {},
) {
  const running = startProjections({
    log,
    store,
    projections: [{ projection: diary(version) }],
    batch: 50,
    onFailure: () => undefined,
    ...options,
  })
  onTestFinished(() => running.stop())
  return running
}

/** Everything that queries can read of the read model. */
async function contents(store: ReadModelStore, version = 1) {
  const readModel = { name: 'diary', version }
  return {
    documents: await store.load<Diary>(readModel, ids),
    length: await store.entries(readModel, 'length', { offset: 0, limit: streamCount }),
    even: await store.entries(readModel, 'even', { offset: 0, limit: streamCount }),
    sums: [await store.sum(readModel, 'length'), await store.sum(readModel, 'even')],
    checkpoint: await store.checkpoint(readModel),
  }
}

/** The contents after a rebuild that stores every step. */
async function expectedContents(log: FakeEventLog) {
  const store = await stores.memory()
  await start(log, store, { maxBufferedDocuments: 0 }).ready
  return contents(store)
}

/** Wraps a store and records its commits. */
function recorded(store: ReadModelStore) {
  const commits: Commit[] = []
  const commit = async (step: Commit) => {
    commits.push(step)
    await store.commit(step)
  }
  return { commits, store: { ...store, commit } }
}

describe.each(Object.entries(stores))('a rebuild that keeps its documents in memory, with %s', (_, open) => {
  const openStore = async () => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }

  test('writes every document once, and stores no checkpoint before its last commit', async () => {
    const log = seededLog()
    const { store, commits } = recorded(await openStore())
    await start(log, store, { maxBufferedDocuments: 10_000 }).ready
    const written = commits.flatMap(({ upserts }) => upserts.map(({ id }) => id))
    expect(written.toSorted()).toEqual(ids.toSorted())
    expect(commits.flatMap(({ deletes }) => deletes)).toEqual([])
    expect(commits.map(({ to }) => to)).toEqual([-2n, BigInt(3 * streamCount - 1)])
  })

  test.each([1, 60, 10_000])(
    'leaves the same documents and indexes as one that stores every step, with room for %i documents',
    async (maxBufferedDocuments) => {
      const log = seededLog()
      const store = await openStore()
      await start(log, store, { maxBufferedDocuments }).ready
      expect(await contents(store)).toEqual(await expectedContents(log))
    },
  )

  test.each([1, 3])('applies no event twice when the process is killed before commit %i', async (fatal) => {
    const log = seededLog()
    const store = await openStore()
    await start(log, store).ready
    let commits = 0
    const died = Promise.withResolvers<void>()
    const killed: ReadModelStore = {
      ...store,
      commit: async (step) => {
        commits += 1
        if (commits < fatal) return store.commit(step)
        died.resolve()
        await new Promise(() => undefined)
      },
    }
    void start(log, killed, { version: 2, maxBufferedDocuments: 300 })
    await died.promise
    expect(await store.liveBuild({ name: 'diary', version: 2 })).toBeUndefined()
    await start(log, store, { version: 2, maxBufferedDocuments: 300 }).ready
    expect(await contents(store, 2)).toEqual(await expectedContents(log))
  })
})
