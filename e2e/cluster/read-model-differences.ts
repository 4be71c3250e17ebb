import { isDeepStrictEqual } from 'node:util'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RedisInspector } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import type { Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import {
  foldProjection,
  sumScores,
  projections,
  type Entry,
  type ExpectedReadModel,
} from './expected-read-models.ts'

/** Where the views are looked at: key by key, and through the port as the product reads them. */
export type ReadModelAccess = { peek: RedisInspector; store: ReadModelStore }

/**
 * Compares all views with the fold of these events: documents, order and scores of each index, ranks, counts and sums.
 * Answers what differs, in words; nothing when all is as it must be. Nobody may feed the views meanwhile.
 */
export async function findDifferences(
  looks: ReadModelAccess,
  events: readonly RecordedEvent[],
  expected: readonly Projection[] = projections,
): Promise<string[]> {
  const found: string[] = []
  for (const view of expected) found.push(...(await ofView(looks, view, foldProjection(view, events))))
  const known = new Set(expected.map(({ name }) => name))
  const strange = (await looks.peek.readModels()).filter((word) => !known.has(word.split(':')[0] ?? ''))
  return [...found, ...strange.map((name) => `there is a view ${name} that nobody compares`)]
}

async function ofView(
  { peek, store }: ReadModelAccess,
  view: Projection,
  expected: ExpectedReadModel,
): Promise<string[]> {
  const held = await peek.contents(view)
  const standing = new Set([...expected.indexes.values()].flatMap((entries) => entries.map(({ id }) => id)))
  return [
    ...inDocuments(view, expected.documents, held.documents),
    ...unless(
      isDeepStrictEqual([...standing].sort(), held.documentsWithEntries),
      `${view.name}: kept places`,
    ),
    ...unless(
      isDeepStrictEqual([...expected.indexes.keys()].sort(), [...held.indexes.keys()]),
      `${view.name}: indexes are ${[...held.indexes.keys()].join(', ')}`,
    ),
    ...[...expected.indexes].flatMap(([name, entries]) =>
      inOrder(`${view.name} ${name}`, entries, held.indexes.get(name) ?? []),
    ),
    ...(await inAnswers(store, view, expected)),
    ...(await inEmptied(
      store,
      view,
      held.indexesWithSums.filter((name) => !expected.indexes.has(name)),
    )),
  ]
}

function inDocuments(
  { name }: Projection,
  expected: ReadonlyMap<string, unknown>,
  held: ReadonlyMap<string, unknown>,
): string[] {
  const ids = [...new Set([...expected.keys(), ...held.keys()])]
  const wrong = ids.filter((id) => !isDeepStrictEqual(expected.get(id), held.get(id)))
  return wrong.map(
    (id) => `${name} ${id}: is ${JSON.stringify(held.get(id))}, not ${JSON.stringify(expected.get(id))}`,
  )
}

function inOrder(what: string, expected: readonly Entry[], held: readonly Entry[]): string[] {
  const at = expected.findIndex((entry, place) => !isDeepStrictEqual(entry, held[place]))
  if (at === -1 && expected.length === held.length) return []
  const place = at === -1 ? expected.length : at
  const words = (entry: Entry | undefined) => JSON.stringify(entry)
  return [
    `${what} (${held.length} of ${expected.length}): place ${place} is ${words(held[place])}, not ${words(expected[place])}`,
  ]
}

/** What the product is answered by its own port. One index after the other: the client waits a second for each answer. */
async function inAnswers(
  store: ReadModelStore,
  view: Projection,
  { indexes }: ExpectedReadModel,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, entries] of indexes) wrong.push(...(await inIndex(store, view, name, entries)))
  return wrong
}

/** Most ranks that are asked for in an index, spread over it. */
const mostRanks = 40

async function inIndex(
  store: ReadModelStore,
  view: Projection,
  name: string,
  entries: readonly Entry[],
): Promise<string[]> {
  const what = `${view.name} ${name}`
  const ids = entries.map(({ id }) => id)
  const some = ids.filter((_id, at) => at % Math.ceil(ids.length / mostRanks) === 0)
  const least = entries[0]?.score ?? 0
  const middle = entries[Math.floor(entries.length / 2)]?.score ?? 0
  const upToMiddle = entries.filter(({ score }) => score <= middle).length
  const [count, sum, between, rows, ranks] = await Promise.all([
    store.count(view, name),
    store.sum(view, name),
    store.countBetween(view, name, least, middle),
    store.range(view, name, { offset: 0, limit: ids.length + 1 }),
    Promise.all(some.map((id) => store.rank(view, name, id))),
  ])
  const isRanked = some.every((id, at) => ranks[at] === ids.indexOf(id))
  const isListed = isDeepStrictEqual(
    rows.map(({ id }) => id),
    ids,
  )
  return [
    ...unless(count === ids.length, `${what}: counts ${count} instead of ${ids.length}`),
    ...unless(sum === sumScores(entries), `${what}: sums up to ${sum} instead of ${sumScores(entries)}`),
    ...unless(between === upToMiddle, `${what}: counts ${between} up to the middle, not ${upToMiddle}`),
    ...unless(isListed, `${what}: is listed in another order`),
    ...unless(isRanked, `${what}: ranks are ${ranks.join(', ')}`),
  ]
}

/** Of an index that everybody left, nothing may be left over. */
async function inEmptied(
  store: ReadModelStore,
  view: Projection,
  names: readonly string[],
): Promise<string[]> {
  const sums = await Promise.all(names.map((name) => store.sum(view, name)))
  return names.flatMap((name, at) => unless(sums[at] === 0, `${view.name} ${name}: sums up to ${sums[at]}`))
}

const unless = (isTrue: boolean, words: string): string[] => (isTrue ? [] : [words])
