import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IndexEntry, Upsert } from '../read-models.ts'
import { IndexedDocuments } from './indexed-documents.ts'
import { compareEntries, toSortedEntry, type SortedEntry } from './sorted-entries.ts'

const names = ['points', 'names', 'even'] as const
const entry: fc.Arbitrary<IndexEntry> = fc.record(
  {
    score: fc.integer({ min: -3, max: 70 }).map((score) => score / 2),
    tiebreaker: fc.constantFrom('', 'a', 'B'),
  },
  { requiredKeys: ['score'] },
)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('upsert' as const),
    id: fc.integer({ min: 0, max: 12 }).map(String),
    indexEntries: fc.record({ points: entry, names: entry, even: entry }, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant('delete' as const), id: fc.integer({ min: 0, max: 12 }).map(String) }),
  fc.record({ kind: fc.constant('read' as const), name: fc.constantFrom(...names) }),
)

/** Returns all entries of an index, sorted anew. */
const sortedAnew = (upserts: ReadonlyMap<string, Upsert>, name: string): SortedEntry[] =>
  [...upserts.values()]
    .flatMap(({ id, indexEntries }) => {
      const indexEntry = indexEntries[name]
      return indexEntry ? [toSortedEntry(id, indexEntry)] : []
    })
    .toSorted(compareEntries)

function expectSame(indexed: IndexedDocuments, upserts: ReadonlyMap<string, Upsert>, name: string): void {
  const expected = sortedAnew(upserts, name)
  const index = indexed.index(name)
  expect([index?.size ?? 0, index?.sum ?? 0]).toEqual([
    expected.length,
    expected.reduce((sum, { score }) => sum + score, 0),
  ])
  expect(index?.countBetween(0, 10) ?? 0).toBe(
    expected.filter(({ score }) => score >= 0 && score <= 10).length,
  )
  expect(index?.sortedEntries.slice(0, 100) ?? []).toEqual(expected)
  expect(expected.map((one) => index?.sortedEntries.rankOf(one))).toEqual(expected.map((_, rank) => rank))
  expect(index?.state.blocks?.flatMap((block) => ('read' in block ? block.read() : block)) ?? []).toEqual(
    expected,
  )
}

test('an index that is read now and then equals an index that sorts every change at once', () => {
  const property = fc.property(
    fc.array(step, { maxLength: 80 }),
    fc.nat({ max: 20 }),
    fc.boolean(),
    (steps, countBefore, sortsWhenRead) => {
      const upserts = new Map<string, Upsert>()
      // Some documents exist before the indexes are built.
      let indexed: IndexedDocuments | undefined
      for (const [at, one] of steps.entries()) {
        if (at === countBefore) indexed = new IndexedDocuments(new Map(upserts), { sortsWhenRead })
        if (one.kind === 'upsert') {
          const upsert: Upsert = { id: one.id, document: {}, indexEntries: one.indexEntries }
          indexed?.upsert(upsert)
          upserts.set(one.id, upsert)
        } else if (one.kind === 'delete') {
          indexed?.delete(one.id)
          upserts.delete(one.id)
        } else if (indexed) expectSame(indexed, upserts, one.name)
      }
      indexed ??= new IndexedDocuments(new Map(upserts), { sortsWhenRead })
      for (const name of names) expectSame(indexed, upserts, name)
    },
  )
  fc.assert(property, { numRuns: 400 })
})

test('changes of many documents without a read in between are sorted', () => {
  const indexed = new IndexedDocuments(new Map(), {})
  const upserts = new Map<string, Upsert>()
  for (let index = 0; index < 4_000; index++) {
    const id = `${(index * 7919) % 1_500}`
    const upsert = { id, document: {}, indexEntries: { points: { score: (index * 31) % 997 } } }
    indexed.upsert(upsert)
    upserts.set(id, upsert)
  }
  const expected = sortedAnew(upserts, 'points')
  expect(indexed.index('points')?.sortedEntries.slice(0, 2_000)).toEqual(expected)
})

/** Many documents with words, by id. */
const manyWithWords = () =>
  new Map(
    Array.from({ length: 40_000 }, (_, at) => {
      const upsert: Upsert = {
        id: `p${at}`,
        document: {},
        indexEntries: { points: { score: at } },
        words: [`w${at}`],
      }
      return [upsert.id, upsert] as const
    }),
  )

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
  const withWord = (id: string, word: string): Upsert => ({
    id,
    document: {},
    indexEntries: { points: { score: -1 } },
    words: [word],
  })
  const find = (prefix: string) => indexed.search('points', { prefixes: [[prefix]], limit: 9 })
  const first = find('new')
  const change = () => {
    for (const id of ['p0', 'p39998', 'fresh']) indexed.upsert(withWord(id, 'new'))
    indexed.upsert(withWord('p39997', 'other'))
    indexed.delete('p1')
    indexed.delete('p39999')
  }
  change()
  await new Promise(setImmediate)
  change()
  expect(await first).toEqual(['fresh', 'p0', 'p39998'])
  expect([await find('w0'), await find('w39998'), await find('w39999'), await find('w39996')]).toEqual([
    [],
    [],
    [],
    ['p39996'],
  ])
  for (const id of ['p0', 'p39998', 'fresh']) indexed.delete(id)
  expect([await find('new'), await find('other')]).toEqual([[], ['p39997']])
})
