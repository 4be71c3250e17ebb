import { firstHistory } from '@thirty/contracts/rules/history.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { documentsAfter, projectEvents, storeAfter } from '@thirty/projections/testing/event-builders.ts'
import { findByPrefix } from './prefix-search.ts'
import { searchProjection, wordOfDocumentId, wordsIndex, type WordDocument } from './projection.ts'

const projection = searchProjection(firstHistory)
const words = 'ab abc abcd abcde abcdf abd b bc \uff5a ж жук жука z zz 9'.split(' ')
const givenEvents = words.map((word, index) =>
  projectEvents('Ada', index + 1).submitted({ projectName: word }),
)

const found = async (store: ReadModelStore, prefix: string, limit = 20) => {
  const query = { index: wordsIndex, prefix, limit }
  const wordOf = ({ id }: { id: string }) => wordOfDocumentId(id)
  return (await findByPrefix<WordDocument>(store, projection, { ...query, wordOf })).map(wordOf)
}

test('finds the same words by prefix as a filter of all words', async () => {
  const store = await storeAfter([projection], givenEvents)
  const known = [...documentsAfter(projection, givenEvents).keys()].map(wordOfDocumentId)
  const sorted = known.toSorted((left, right) => (left < right ? -1 : 1))
  for (const prefix of 'a ab abc abcd abcde abcdz b ж жу жука жукаы z zzz 9 q'.split(' '))
    expect([prefix, await found(store, prefix)]).toEqual([
      prefix,
      sorted.filter((word) => word.startsWith(prefix)),
    ])
  expect(await found(store, 'ab', 2)).toEqual(['ab', 'abc'])
})
