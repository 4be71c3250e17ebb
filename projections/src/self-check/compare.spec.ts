import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { wordsIndex, type Upsert } from '@thirty/infra/read-models/read-models.ts'
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

const { document, indexEntries } = upsert('project-a', 1)
const documentIs = (is: string, id: string) => `document ${id} is ${is}`
const entryIs = (is: string, id: string, index = 'count') => `entry ${id} of index ${index} is ${is}`
const isWrong = (figure: 'count' | 'sum', index = 'count') => `the ${figure} of index ${index} is wrong`
test.each<[string, PlantedChange, readonly string[]]>([
  ['nothing in a read model that is as the log says', {}, []],
  [
    'a wrong document',
    { upserts: [{ ...upsert('project-b', 2), document: { count: 2, last: 'Other' } }] },
    [documentIs('different', 'project-b')],
  ],
  [
    'a right document with wrong texts',
    { upserts: [{ ...upsert('project-b', 2), texts: ['Other'] }] },
    [documentIs('different', 'project-b')],
  ],
  [
    'a wrong index entry beside a right document',
    { upserts: [upsert('project-b', 2, 7)] },
    [entryIs('different', 'project-b'), isWrong('sum')],
  ],
  [
    'a missing document',
    { deletes: ['project-a'] },
    [
      documentIs('missing', 'project-a'),
      entryIs('missing', 'project-a'),
      isWrong('count'),
      entryIs('missing', 'project-a', wordsIndex),
    ],
  ],
  [
    'an extra document',
    { upserts: [upsert('project-x', 1)] },
    [
      documentIs('extra', 'project-x'),
      entryIs('different', 'project-x'),
      isWrong('count'),
      entryIs('extra', 'project-x', wordsIndex),
    ],
  ],
  [
    'an entry in an index that no document should have',
    {
      upserts: [
        { ...upsert('project-a', 1), document, indexEntries: { ...indexEntries, other: { score: 1 } } },
      ],
    },
    [entryIs('different', 'project-a', 'other'), isWrong('count', 'other')],
  ],
])('finds %s', async (_, change, expected) => {
  const { compare, plant } = await setUp()
  await plant(change)
  const { differences = [], ...found } = (await compare()) ?? {}
  expect(found).toMatchObject({ readModel: { name: 'tally', version: 1 }, position: 2n, documents: 2 })
  expect(new Set(differences)).toEqual(new Set(expected))
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
        for await (const { id, document, indexEntries, texts = [] } of store.scanDocuments(build))
          yield { id, document: { ...extra, ...document }, indexEntries, texts }
      },
    }
    return compareReadModel(projection, { store: stored, log, pace })
  }
  expect(await compareWith({ zero: 0 })).toMatchObject({ documents: 2, differences: [] })
  expect(await compareWith({ zero: 0, note: null })).toMatchObject({ differences: { length: 2 } })
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
  expect(await compare(changing)).toMatchObject({ differences: [], position: 4n, documents: 3 })
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

test.each([
  ['finds a thousand of more differences, also if each round finds others', [], 1_000],
  // Two places of the changed document are left out, and there is room for the count of the index.
  ['finds the others when some of a thousand change meanwhile', ['project-x0', 'project-x1499'], 999],
])('%s', async (_, changing, count) => {
  const { store, compare, plant, log } = await setUp()
  await plant({ upserts: Array.from({ length: 1_500 }, (_, number) => upsert(`project-x${number}`, 1)) })
  let scans = 0
  const turned: ComparedStore = {
    ...store,
    async *scanDocuments(build) {
      const documents = await Array.fromAsync(store.scanDocuments(build))
      yield* ++scans === 1 ? documents : documents.reverse()
      for (const stream of changing) log.add(stream, 'Later')
      await flushPromises()
      await flushPromises()
    },
  }
  expect((await compare(turned))?.differences.length).toBe(count)
})

test('a read model without a build is not compared', async () => {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  expect(await compareReadModel(tally, { store, log: fakeEventLog(), pace })).toBeUndefined()
})

test('finds a missing word and an extra word, also if the store has no words at all', async () => {
  const { store, compare } = await setUp()
  const through = (...words: [id: string, word: string][]): ComparedStore => ({
    ...store,
    async *scanIndex(build, index) {
      if (index !== wordsIndex) return yield* store.scanIndex(build, index)
      for (const [id, tiebreaker] of words) yield { id, score: 0, tiebreaker }
    },
  })
  const right: [string, string] = ['project-a', 'happened']
  expect((await compare(through(right, right, ['project-b', 'happened'])))?.differences).toEqual([])
  expect((await compare(through(right, ['project-a', 'hap'])))?.differences).toEqual([
    entryIs('extra', 'project-a', wordsIndex),
    entryIs('missing', 'project-b', wordsIndex),
  ])
  expect((await compare(through()))?.differences).toEqual([
    entryIs('missing', 'project-a', wordsIndex),
    entryIs('missing', 'project-b', wordsIndex),
  ])
})
