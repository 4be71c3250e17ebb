import { beginning as none } from '@thirty/infra/event-log/event-log.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import { openRedisViews } from '@thirty/infra/views/redis.ts'
import { startRedis } from '@thirty/infra/views/redis/spec-redis.ts'
import type { ViewStore } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { documentsAfter, projectOf } from '../story.ts'
import { beginningWith } from './beginning.ts'
import { searchView, wordOfDocument, wordsIndex, type Word } from './view.ts'

const view = searchView(1)
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
const story = words.map((word, at) => projectOf('Ada', at + 1).submitted({ projectName: word }))

async function filled(store: ViewStore): Promise<ViewStore> {
  const puts = [...documentsAfter(view, story)].map(([id, document]) => ({
    id,
    document,
    indexes: view.indexes(document, id),
  }))
  const build = await store.begin(view)
  await store.commit({ build, id: 'all', from: none, to: 100n, puts, deletes: [], frames: [] })
  await store.goLive(build)
  return store
}

const found = async (store: ViewStore, beginning: string, limit = 20) => {
  const query = { index: wordsIndex, beginning, limit }
  const wordOf = ({ id }: { id: string }) => wordOfDocument(id)
  return (await beginningWith<Word>(store, view, { ...query, wordOf })).map(wordOf)
}

/** What every store finds, as a plain list would. */
async function findsTheSame(store: ViewStore): Promise<void> {
  const known = [...documentsAfter(view, story).keys()].map(wordOfDocument)
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
  await findsTheSame(await filled(memoryViews({ live: { publish: () => undefined } })))
})

test('the same words are found in Redis', async () => {
  const redis = await startRedis()
  const store = await openRedisViews({ url: redis.url })
  try {
    await findsTheSame(await filled(store))
  } finally {
    await store.close()
    await redis.close()
  }
})
