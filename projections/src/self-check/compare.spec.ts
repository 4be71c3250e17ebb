import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { wordsIndex, type ReadModelStore, type Upsert } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  countingProjection,
  setUpRunner,
  type EventCount,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { plantInStore, type PlantedChange } from '@thirty/projections/testing/plant-in-store.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { compareReadModel, type ComparedStore } from './compare.ts'

const tally: Projection<EventCount> = {
  ...countingProjection(),
  indexEntries: ({ count, last }) => ({ count: { score: count, tiebreaker: last } }),
  texts: ({ last }) => [last],
  words: ({ last }) => [last.toLowerCase()],
}
const pace = async () => undefined

/** A live read model of these streams, and a function that plants a wrong value in its store. */
async function setUp(streams: readonly string[] = ['project-a', 'project-b', 'project-b']) {
  const { log, memory: store, started } = setUpRunner([{ projection: tally }])
  for (const stream of streams) log.add(stream, 'Happened')
  const running = await started()
  const plant = (wrong: PlantedChange) => plantInStore(store, tally, wrong)
  const compare = (through: ComparedStore = store) => compareReadModel(tally, { store: through, log, pace })
  return { log, store, running, plant, compare }
}

const upsert = (id: string, count: number, score = count): Upsert => ({
  id,
  document: { count, last: 'Happened' },
  indexEntries: { count: { score, tiebreaker: 'Happened' } },
  texts: ['Happened'],
  words: ['happened'],
})

test('finds nothing in a read model that is as the log says', async () => {
  const { compare } = await setUp()
  expect(await compare()).toEqual({
    readModel: { name: 'tally', version: 1 },
    position: 2n,
    documents: 2,
    count: 0,
    differences: [],
  })
})

const { document, indexEntries } = upsert('project-a', 1)
test.each<[string, PlantedChange, readonly object[]]>([
  [
    'a wrong document',
    { upserts: [{ ...upsert('project-b', 2), document: { count: 2, last: 'Other' } }] },
    [{ of: 'document', id: 'project-b', is: 'different' }],
  ],
  [
    'a right document with wrong texts',
    { upserts: [{ ...upsert('project-b', 2), texts: ['Other'] }] },
    [{ of: 'document', id: 'project-b', is: 'different' }],
  ],
  [
    'a wrong index entry beside a right document',
    { upserts: [upsert('project-b', 2, 7)] },
    [
      { of: 'entry', index: 'count', id: 'project-b', is: 'different' },
      { of: 'figure', index: 'count', is: 'sum' },
    ],
  ],
  [
    'a missing document',
    { deletes: ['project-a'] },
    [
      { of: 'document', id: 'project-a', is: 'missing' },
      { of: 'entry', index: 'count', id: 'project-a', is: 'missing' },
      { of: 'figure', index: 'count', is: 'count' },
    ],
  ],
  [
    'an extra document',
    { upserts: [upsert('project-x', 1)] },
    [{ of: 'document', id: 'project-x', is: 'extra' }],
  ],
  [
    'an entry in an index that no document should have',
    { upserts: [{ id: 'project-a', document, indexEntries: { ...indexEntries, other: { score: 1 } } }] },
    [{ of: 'entry', index: 'other', id: 'project-a', is: 'different' }],
  ],
])('finds %s', async (_, change, expected) => {
  const { compare, plant } = await setUp()
  await plant(change)
  expect((await compare())?.differences).toEqual(expect.arrayContaining([...expected]))
})

test('documents are equal as JSON: a store may leave out fields without a value, and has its own order of fields', async () => {
  const { store, log } = await setUp()
  const projection: Projection<EventCount & { note?: string | undefined; zero: number }> = {
    ...tally,
    evolve: (before, event, ...rest) => {
      const counted = tally.evolve(before, event, ...rest)
      return counted && { ...counted, note: undefined, zero: -0 }
    },
  }
  const compareWith = (extra: object) => {
    const stored: ComparedStore = {
      ...store,
      async *scanDocuments(build) {
        for await (const slice of store.scanDocuments(build))
          yield slice.map((one) => ({ ...one, document: { ...extra, ...one.document } }))
      },
    }
    return compareReadModel(projection, { store: stored, log, pace })
  }
  expect(await compareWith({ zero: 0 })).toMatchObject({ documents: 2, differences: [] })
  expect(await compareWith({ zero: 0, note: null })).toMatchObject({ count: 2 })
})

test('a document that changes while it is compared is not a difference', async () => {
  const { compare, store, log } = await setUp()
  let scans = 0
  const changing: ComparedStore = {
    ...store,
    // In every round, because a difference counts only if two rounds find it.
    scanDocuments: async function* (build) {
      scans += 1
      log.add('project-a', 'Later')
      log.add(`project-new${scans}`, 'Later')
      await flushPromises()
      await flushPromises()
      yield* store.scanDocuments(build)
    },
  }
  expect(await compare(changing)).toMatchObject({ count: 0, position: 4n, documents: 3 })
  expect(scans).toBe(1)
})

test('a build that is replaced during the comparison is not compared', async () => {
  const { compare, store, running } = await setUp()
  const replaced: ComparedStore = {
    ...store,
    scanDocuments: async function* (build) {
      await running.rebuild('tally')
      yield* store.scanDocuments(build)
    },
  }
  await expect(compare(replaced)).rejects.toThrow('has no build')
})

test('lists a thousand differences and counts all of them', async () => {
  const { compare, plant } = await setUp()
  await plant({ upserts: Array.from({ length: 1_500 }, (_, number) => upsert(`project-x${number}`, 1)) })
  const comparison = await compare()
  expect(comparison?.count).toBeGreaterThan(1_500)
  expect(comparison?.differences.length).toBe(1_000)
})

/** The store of a read model that was never built. */
test('a read model without a build is not compared', async () => {
  const store: ReadModelStore = memoryReadModelStore({ live: { publish: () => undefined } })
  expect(await compareReadModel(tally, { store, log: fakeEventLog(), pace })).toBeUndefined()
})

test('finds a missing word and an extra word, also if the store has no words at all', async () => {
  const { store, compare } = await setUp()
  const through = (...words: [id: string, word: string][]): ComparedStore => ({
    ...store,
    async *scanIndex(build, index) {
      if (index !== wordsIndex) return yield* store.scanIndex(build, index)
      yield words.map(([id, tiebreaker]) => ({ id, entry: { score: 0, tiebreaker } }))
    },
  })
  const right: [string, string] = ['project-a', 'happened']
  expect((await compare(through(right, right, ['project-b', 'happened'])))?.differences).toEqual([])
  expect((await compare(through(right, ['project-a', 'hap'])))?.differences).toEqual([
    { of: 'entry', index: wordsIndex, id: 'project-a', is: 'extra' },
    { of: 'entry', index: wordsIndex, id: 'project-b', is: 'missing' },
  ])
  expect((await compare(through()))?.differences).toEqual([
    { of: 'entry', index: wordsIndex, id: 'project-a', is: 'missing' },
    { of: 'entry', index: wordsIndex, id: 'project-b', is: 'missing' },
  ])
})
