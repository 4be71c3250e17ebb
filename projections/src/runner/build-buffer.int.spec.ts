import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import type { Commit, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  compareWithLog,
  diary as entriesOf,
  type Diary,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { StartProjectionsOptions } from './projection-runner.ts'
import { startProjections } from './start-projections.ts'

/** Records every event of a project; a removed project is deleted until its next event. */
const diary = (version = 1): Projection<Diary> => {
  const projection = entriesOf('diary')
  return {
    ...projection,
    version,
    evolve: (document, event, ...rest) =>
      event.type === 'Removed' ? undefined : projection.evolve(document, event, ...rest),
    indexEntries: ({ entries }) => ({
      length: { score: entries.length, tiebreaker: entries[0] ?? '' },
      ...(entries.length % 2 === 0 && { even: { score: entries.length } }),
    }),
  }
}

const ids = Array.from({ length: 700 }, (_, index) => `project-${index}`)
const log = fakeEventLog()
// Three rounds of events for all projects; every fifth project is removed in the second round.
for (let round = 0; round < 3; round++)
  ids.forEach((id, index) => log.add(id, round === 1 && index % 5 === 0 ? 'Removed' : 'Happened'))

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

describe.each(Object.entries(stores))('a rebuild that keeps its documents in memory, with %s', (_, open) => {
  /** A store, and a function that runs the projection of a version over it. */
  const setUp = async () => {
    const store = await open()
    onTestFinished(() => store.close())
    const start = (options: Partial<StartProjectionsOptions>, version = 1) => {
      const projections = [{ projection: diary(version) }]
      const onFailure = () => undefined
      const running = startProjections({ log, store, projections, batch: 50, onFailure, ...options })
      onTestFinished(() => running.stop())
      return running
    }
    const expectComplete = async (version = 1) =>
      expect(await compareWithLog(diary(version), store, log)).toMatchObject({
        position: log.end(),
        documents: ids.length,
        differences: [],
      })
    return { store, start, expectComplete }
  }

  test('writes every document once, and stores no checkpoint before its last commit', async () => {
    const { store, start } = await setUp()
    const commits: Commit[] = []
    const commit = async (step: Commit) => {
      commits.push(step)
      await store.commit(step)
    }
    await start({ store: { ...store, commit }, maxBufferedDocuments: 10_000 }).ready
    const written = commits.flatMap(({ upserts }) => upserts.map(({ id }) => id))
    expect(written.toSorted()).toEqual(ids.toSorted())
    expect(commits.flatMap(({ deletes }) => deletes)).toEqual([])
    expect(commits.map(({ to }) => to)).toEqual([-2n, log.end()])
  })

  test.each([0, 1, 60, 10_000])(
    'leaves the documents and indexes of a fold, with room for %i documents',
    async (maxBufferedDocuments) => {
      const { start, expectComplete } = await setUp()
      await start({ maxBufferedDocuments }).ready
      await expectComplete()
    },
  )

  test.each([1, 3])('applies no event twice when the process is killed before commit %i', async (fatal) => {
    const { store, start, expectComplete } = await setUp()
    await start({}).ready
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
    void start({ store: killed, maxBufferedDocuments: 300 }, 2)
    await died.promise
    expect(await store.liveBuild(diary(2))).toBeUndefined()
    await start({ maxBufferedDocuments: 300 }, 2).ready
    await expectComplete(2)
  })
})
