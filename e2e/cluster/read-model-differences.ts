import { isDeepStrictEqual } from 'node:util'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RedisInspector } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import { wordsIndex, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import {
  foldProjection,
  sumScores,
  projections,
  type Entry,
  type ExpectedReadModel,
} from './expected-read-models.ts'

/** Access to the read models: key by key in Redis, and through the port that the product uses. */
export type ReadModelAccess = { inspector: RedisInspector; store: ReadModelStore }

/**
 * Compares all read models with the fold of these events: documents, order and scores of each index, ranks, counts and
 * sums. Returns a message for each difference. The read models must not change meanwhile.
 */
export async function findDifferences(
  access: ReadModelAccess,
  events: readonly RecordedEvent[],
  expected: readonly Projection[] = projections,
): Promise<string[]> {
  const differences: string[] = []
  for (const projection of expected)
    differences.push(...(await compareReadModel(access, projection, foldProjection(projection, events))))
  const known = new Set(expected.map(({ name }) => name))
  const unknown = (await access.inspector.readModels()).filter((key) => !known.has(key.split(':')[0] ?? ''))
  return [...differences, ...unknown.map((name) => `${name}: unknown read model`)]
}

async function compareReadModel(
  { inspector, store }: ReadModelAccess,
  projection: Projection,
  expected: ExpectedReadModel,
): Promise<string[]> {
  const { indexes, ...actual } = await inspector.contents(projection)
  const sorted = new Map([...indexes].filter(([name]) => name !== wordsIndex))
  const indexedIds = new Set([...expected.indexes.values()].flatMap((entries) => entries.map(({ id }) => id)))
  const emptiedIndexes = actual.indexesWithSums.filter((name) => !expected.indexes.has(name))
  return [
    ...compareDocuments(projection, expected.documents, actual.documents),
    ...unless(
      isDeepStrictEqual([...indexedIds].sort(), actual.documentsWithEntries),
      `${projection.name}: wrong documents have index entries`,
    ),
    ...unless(
      isDeepStrictEqual([...expected.indexes.keys()].sort(), [...sorted.keys()]),
      `${projection.name}: the indexes are ${[...sorted.keys()].join(', ')}`,
    ),
    ...[...expected.indexes].flatMap(([name, entries]) =>
      compareEntries(`${projection.name} ${name}`, entries, sorted.get(name) ?? []),
    ),
    ...compareEntries(`${projection.name} words`, expected.words, indexes.get(wordsIndex) ?? []),
    ...(await compareQueries(store, projection, expected)),
    ...(await findRemainingSums(store, projection, emptiedIndexes)),
  ]
}

function compareDocuments(
  { name }: Projection,
  expected: ReadonlyMap<string, unknown>,
  actual: ReadonlyMap<string, unknown>,
): string[] {
  const ids = [...new Set([...expected.keys(), ...actual.keys()])]
  const different = ids.filter((id) => !isDeepStrictEqual(expected.get(id), actual.get(id)))
  return different.map(
    (id) => `${name} ${id}: ${JSON.stringify(actual.get(id))} instead of ${JSON.stringify(expected.get(id))}`,
  )
}

/** Returns a message for the first entry that differs. */
function compareEntries(label: string, expected: readonly Entry[], actual: readonly Entry[]): string[] {
  const different = expected.findIndex((entry, index) => !isDeepStrictEqual(entry, actual[index]))
  if (different === -1 && expected.length === actual.length) return []
  const index = different === -1 ? expected.length : different
  const [found, wanted] = [JSON.stringify(actual[index]), JSON.stringify(expected[index])]
  return [
    `${label} (${actual.length} of ${expected.length}): entry ${index} is ${found} instead of ${wanted}`,
  ]
}

/** Compares the queries of the port, one index after the other: a query times out after a second. */
async function compareQueries(
  store: ReadModelStore,
  projection: Projection,
  { indexes }: ExpectedReadModel,
): Promise<string[]> {
  const differences: string[] = []
  for (const [name, entries] of indexes)
    differences.push(...(await compareIndexQueries(store, projection, name, entries)))
  return differences
}

/** Maximum ranks to query in an index, spread evenly. */
const maxRanks = 40

async function compareIndexQueries(
  store: ReadModelStore,
  projection: Projection,
  name: string,
  entries: readonly Entry[],
): Promise<string[]> {
  const label = `${projection.name} ${name}`
  const ids = entries.map(({ id }) => id)
  const sampledIds = ids.filter((_id, index) => index % Math.ceil(ids.length / maxRanks) === 0)
  const lowest = entries[0]?.score ?? 0
  const middle = entries[Math.floor(entries.length / 2)]?.score ?? 0
  const upToMiddle = entries.filter(({ score }) => score <= middle).length
  const [count, sum, between, rows, ranks] = await Promise.all([
    store.count(projection, name),
    store.sum(projection, name),
    store.countBetween(projection, name, lowest, middle),
    store.range(projection, name, { offset: 0, limit: ids.length + 1 }),
    Promise.all(sampledIds.map((id) => store.rank(projection, name, id))),
  ])
  const isRanked = sampledIds.every((id, index) => ranks[index] === ids.indexOf(id))
  const isListed = isDeepStrictEqual(
    rows.map(({ id }) => id),
    ids,
  )
  return [
    ...unless(count === ids.length, `${label}: the count is ${count} instead of ${ids.length}`),
    ...unless(sum === sumScores(entries), `${label}: the sum is ${sum} instead of ${sumScores(entries)}`),
    ...unless(
      between === upToMiddle,
      `${label}: the count up to the middle is ${between} instead of ${upToMiddle}`,
    ),
    ...unless(isListed, `${label}: the range has another order`),
    ...unless(isRanked, `${label}: the ranks are ${ranks.join(', ')}`),
  ]
}

/** Returns a message for each index without entries whose sum is not zero. */
async function findRemainingSums(
  store: ReadModelStore,
  projection: Projection,
  names: readonly string[],
): Promise<string[]> {
  const sums = await Promise.all(names.map((name) => store.sum(projection, name)))
  return names.flatMap((name, index) =>
    unless(sums[index] === 0, `${projection.name} ${name}: is empty, but the sum is ${sums[index]}`),
  )
}

const unless = (isTrue: boolean, message: string): string[] => (isTrue ? [] : [message])
