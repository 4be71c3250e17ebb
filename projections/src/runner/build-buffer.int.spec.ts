import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { redisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { connectionsTo, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { compareWithLog, diary, type Diary } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startProjections } from './start-projections.ts'

/** Records every event of a project; a removed project is deleted until its next event. */
const entries = diary('diary')
const projection: Projection<Diary> = {
  ...entries,
  evolve: (document, event, ...rest) =>
    event.type === 'Removed' ? undefined : entries.evolve(document, event, ...rest),
  indexEntries: ({ entries: own }) => ({
    length: { score: own.length, tiebreaker: own[0] ?? '' },
    ...(own.length % 2 === 0 && { even: { score: own.length } }),
  }),
}

const ids = Array.from({ length: 700 }, (_, index) => `project-${index}`)
const log = fakeEventLog()
// Three rounds of events for all projects; every fifth project is removed in the second round.
for (let round = 0; round < 3; round++)
  ids.forEach((id, index) => log.add(id, round === 1 && index % 5 === 0 ? 'Removed' : 'Happened'))

const openRedis = async () => redisReadModelStore(await connectionsTo((await redisOfTest()).url))

test.each([0, 1, 60, 10_000])(
  'a build leaves the documents and indexes of a fold, with room for %i documents, in memory and in Redis',
  async (maxBufferedDocuments) => {
    for (const store of [memoryReadModelStore({ live: { publish: () => undefined } }), await openRedis()]) {
      onTestFinished(() => store.close())
      const options = { batch: 50, maxBufferedDocuments, onFailure: () => expect.unreachable() }
      const running = startProjections({ log, store, projections: [{ projection }], ...options })
      onTestFinished(() => running.stop())
      await running.ready
      expect(await compareWithLog(projection, store, log)).toMatchObject({
        position: log.end(),
        documents: ids.length,
        differences: [],
      })
    }
  },
)
