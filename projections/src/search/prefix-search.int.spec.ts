import { beginning as none } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { documentsAfter, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { findByPrefix } from './prefix-search.ts'
import { searchProjection, wordOfDocumentId, wordsIndex, type WordDocument } from './projection.ts'

const view = searchProjection(1)
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
const story = words.map((word, at) => projectEvents('Ada', at + 1).submitted({ projectName: word }))

async function filled(store: ReadModelStore): Promise<ReadModelStore> {
  const puts = [...documentsAfter(view, story)].map(([id, document]) => ({
    id,
    document,
    indexEntries: view.indexEntries(document, id),
  }))
  const build = await store.beginBuild(view)
  await store.commit({ build, stepId: 'all', from: none, to: 100n, upserts: puts, deletes: [], messages: [] })
  await store.activate(build)
  return store
}

const found = async (store: ReadModelStore, beginning: string, limit = 20) => {
  const query = { index: wordsIndex, prefix: beginning, limit }
  const wordOf = ({ id }: { id: string }) => wordOfDocumentId(id)
  return (await findByPrefix<WordDocument>(store, view, { ...query, wordOf })).map(wordOf)
}

/** What every store finds, as a plain list would. */
async function findsTheSame(store: ReadModelStore): Promise<void> {
  const known = [...documentsAfter(view, story).keys()].map(wordOfDocumentId)
  const sorted = known.toSorted((one, other) => (one < other ? -1 : 1))
  for (const beginning of [
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
    expect([beginning, await found(store, beginning)]).toEqual([
      beginning,
      sorted.filter((word) => word.startsWith(beginning)),
    ])
  expect(await found(store, 'ab', 2)).toEqual(['ab', 'abc'])
}

test('words that begin so are found in memory', async () => {
  await findsTheSame(await filled(memoryReadModelStore({ live: { publish: () => undefined } })))
})

test('the same words are found in Redis', async () => {
  const redis = await startRedisServer()
  const store = await openRedisReadModelStore({ url: redis.url })
  try {
    await findsTheSame(await filled(store))
  } finally {
    await store.close()
    await redis.close()
  }
})
