import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { beginning as logStart } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { documentsAfter, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { findByPrefix } from './prefix-search.ts'
import { searchProjection, wordOfDocumentId, wordsIndex, type WordDocument } from './projection.ts'

const projection = searchProjection(firstHistory)
const words = [
  'ab',
  'abc',
  'abcd',
  'abcde',
  'abcdf',
  'abd',
  'b',
  'bc',
  '\uff5a',
  'ж',
  'жук',
  'жука',
  'z',
  'zz',
  '9',
]
const givenEvents = words.map((word, index) =>
  projectEvents('Ada', index + 1).submitted({ projectName: word }),
)

async function fillStore(store: ReadModelStore): Promise<ReadModelStore> {
  const upserts = [...documentsAfter(projection, givenEvents)].map(([id, document]) => ({
    id,
    document,
    indexEntries: projection.indexEntries(document, id),
  }))
  const build = await store.beginBuild(projection)
  await store.commit({ build, stepId: 'all', from: logStart, to: 100n, upserts, deletes: [], messages: [] })
  await store.activate(build)
  return store
}

const found = async (store: ReadModelStore, prefix: string, limit = 20) => {
  const query = { index: wordsIndex, prefix, limit }
  const wordOf = ({ id }: { id: string }) => wordOfDocumentId(id)
  return (await findByPrefix<WordDocument>(store, projection, { ...query, wordOf })).map(wordOf)
}

/** Expects a search in the store to find the same words as a filter of all words. */
async function expectMatches(store: ReadModelStore): Promise<void> {
  const known = [...documentsAfter(projection, givenEvents).keys()].map(wordOfDocumentId)
  const sorted = known.toSorted((left, right) => (left < right ? -1 : 1))
  for (const prefix of [
    'a',
    'ab',
    'abc',
    'abcd',
    'abcde',
    'abcdz',
    'b',
    'ж',
    'жу',
    'жука',
    'жукаы',
    'z',
    'zzz',
    '9',
    'q',
  ])
    expect([prefix, await found(store, prefix)]).toEqual([
      prefix,
      sorted.filter((word) => word.startsWith(prefix)),
    ])
  expect(await found(store, 'ab', 2)).toEqual(['ab', 'abc'])
}

test('finds words by prefix in memory', async () => {
  await expectMatches(await fillStore(memoryReadModelStore({ live: { publish: () => undefined } })))
})

test('finds the same words in Redis', async () => {
  const redis = await startRedisServer()
  const store = await openRedisReadModelStore({ url: redis.url })
  try {
    await expectMatches(await fillStore(store))
  } finally {
    await store.close()
    await redis.close()
  }
})
