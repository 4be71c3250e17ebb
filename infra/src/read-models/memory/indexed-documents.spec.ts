import { expect, test } from 'vitest'
import type { Upsert } from '../read-models.ts'
import { IndexedDocuments } from './indexed-documents.ts'

const withWord = (id: string, score: number, word: string): Upsert => ({
  id,
  document: {},
  indexEntries: { points: { score } },
  words: [word],
})
/** Many documents with words, by id. */
const manyWithWords = () =>
  new Map(Array.from({ length: 40_000 }, (_, at) => [`p${at}`, withWord(`p${at}`, at, `w${at}`)]))

test('other tasks run while the words of the documents are collected for the first search', async () => {
  const indexed = new IndexedDocuments(manyWithWords(), {})
  let turns = 0
  let isDone = false
  const countTurn = () => {
    turns++
    if (!isDone) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  expect(await indexed.search('points', { prefixes: [['w39999']], limit: 9 })).toEqual(['p39999'])
  isDone = true
  expect(turns).toBeGreaterThan(4)
})

test('a search finds changes before, during and after the collection of words once', async () => {
  const indexed = new IndexedDocuments(manyWithWords(), {})
  const find = (prefix: string) => indexed.search('points', { prefixes: [[prefix]], limit: 9 })
  const first = find('new')
  const change = () => {
    for (const id of ['p0', 'p39998', 'fresh']) indexed.set(id, withWord(id, -1, 'new'))
    indexed.set('p39997', withWord('p39997', -1, 'other'))
    indexed.delete('p1')
    indexed.delete('p39999')
  }
  change()
  await new Promise(setImmediate)
  change()
  // Not collected yet, unlike `w4`, which comes next in the order of the words.
  indexed.delete('p39995')
  expect(await first).toEqual(['fresh', 'p0', 'p39998'])
  const found = await Promise.all(['w0', 'w39998', 'w39999', 'w39996'].map(find))
  expect(found).toEqual([[], [], [], ['p39996']])
  expect((await find('w4'))[0]).toBe('p4')
  for (const id of ['p0', 'p39998', 'fresh']) indexed.delete(id)
  expect([await find('new'), await find('other')]).toEqual([[], ['p39997']])
})
