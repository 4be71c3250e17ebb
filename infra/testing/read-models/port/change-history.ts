import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BuildKey, IndexPlace, ReadModelStore, Upsert } from '@thirty/infra/read-models/read-models.ts'
import { board, commitStep, type StoreUnderTest } from './board.ts'
import { allDocuments, allEntries } from './scans.ts'

const ids = ['p1', 'p2', 'p3', 'p10', 'p11', 'p12']
const id = fc.constantFrom(...ids)
const score = fc.integer({ min: -6, max: 12 }).map((thirds) => Math.round((thirds / 3) * 1e6) / 1e6 + 0)
const tiebreaker = fc.constantFrom('', '04', '04\v', '04B', '04a', '04ä', '0007\nzoë 愛')
const entry = fc.record({ score, tiebreaker })
const indexEntries = fc.record({ points: entry, 'day:1': entry }, { requiredKeys: [] })
const texts = fc.array(fc.constantFrom('', 'ada', 'a\tb', 'ada lovelace', 'lo-fi 愛', 'adam@example.org'), {
  maxLength: 2,
})
const words = fc.uniqueArray(fc.constantFrom('ada', 'ada愛', 'adam', 'lovelace', '愛', '@example', 'example'))
const prefix = fc.constantFrom('a', 'ada', 'lo', '愛', 'example', '@ex')
const alternatives = fc.uniqueArray(prefix, { minLength: 1, maxLength: 2 })
const prefixes = fc.array(alternatives, { maxLength: 2 })
const document = fc.record({ days: fc.array(fc.nat(9)) })
const upsert = fc.record({ id, document, indexEntries, texts, words })
/** Also numbers that no caller means, such as from a request. */
const bound = fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constant(Number.MAX_SAFE_INTEGER))
const place = fc.record({
  index: fc.constantFrom('points', 'day:1', 'other'),
  offset: bound,
  limit: bound,
  reverse: fc.boolean(),
  from: fc.option(entry, { nil: undefined }),
  lowest: fc.oneof(score, fc.constant(-Infinity)),
  highest: fc.oneof(score, fc.constant(Infinity)),
  prefixes,
})
const change = fc.record({
  upserts: fc.array(upsert, { maxLength: 6 }),
  deletes: fc.array(id, { maxLength: 3 }),
  /** A step without an event only sends messages, or brings what time alone changed. */
  hasEvent: fc.boolean(),
  /** Whether a step of another checkpoint comes first, and whether the step comes twice. */
  isLate: fc.boolean(),
  isRepeated: fc.boolean(),
  /** What is read after the change. */
  places: fc.array(place, { maxLength: 2 }),
})
type Place = typeof place extends fc.Arbitrary<infer Value> ? Value : never
type Stored = Required<Upsert> & { indexEntries: Readonly<Record<string, IndexPlace>> }
type Model = ReadonlyMap<string, Stored>

/** Compares the store with a simple model that sorts and sums everything. */
export function checkChangeHistory({ store, published }: StoreUnderTest) {
  test('documents, entries, ranks, counts, sums, texts and searches match a simple model after each change', async () => {
    const sent: unknown[] = []
    const histories = fc.array(change, { maxLength: 12 })
    const property = fc.asyncProperty(histories, fc.nat(12), async (changes, liveAt) => {
      const model = new Map<string, Stored>()
      const build = await store.beginBuild(board)
      let to = -1n
      for (const [index, change] of changes.entries()) {
        const { upserts, places, hasEvent, isLate, isRepeated } = change
        const from = to
        if (hasEvent) to += 1n
        if (index === liveAt) await store.activate(build)
        const changed = new Set(upserts.map((item) => item.id))
        const deletes = change.deletes.filter((deleted) => !changed.has(deleted))
        const isOnce = changed.size === upserts.length && deletes.length === 0
        const areNew = isOnce && !upserts.some(({ id }) => model.has(id))
        const message = { room: 'board', message: 'moved', payload: index }
        const messages = [message, { ...message, room: 'admins', except: 'board' }]
        const step = { stepId: `${index}`, from, upserts, deletes, areNew, messages }
        const commit = (differently?: object) =>
          commitStep(store, build, to, { ...step, ...differently }).catch(String)
        // Nothing of a late or repeated step counts.
        const different = { upserts: [], deletes: ids, areNew: false }
        const late = isLate && (await commit({ ...different, from: 99n, stepId: 'late' }))
        expect(late).toBe(isLate && mismatchAt(from))
        expect(await commit()).toBeUndefined()
        const repeated = isRepeated && (await commit(different))
        expect(repeated).toBe(isRepeated && undefined)
        for (const item of upserts) model.set(item.id, item)
        for (const deleted of deletes) model.delete(deleted)
        sent.push(...messages)
        if (index >= liveAt) for (const each of places) await checkPlace(store, model, each)
      }
      if (changes.length <= liveAt) {
        await store.activate(build)
        for (const each of changes.flatMap(({ places }) => places)) await checkPlace(store, model, each)
      }
      const [one, all] = [(id: string) => model.get(id), [...ids, 'nobody']]
      expect(await store.load(board, all)).toEqual(all.map((id) => one(id)?.document))
      expect(await store.texts(board, all)).toEqual(all.map((id) => one(id)?.texts ?? []))
      await checkScans(store, build, model)
    })
    await fc.assert(property, { numRuns: 60 })
    // After the changes, in order, each once.
    await expect.poll(() => published).toEqual(sent)
  })
}

const mismatchAt = (checkpoint: bigint) =>
  `CheckpointMismatch: Read model board v1 is at ${checkpoint}, not 99.`

/** The entries of an index in their order. */
const entriesOf = (model: Model, index: string) =>
  [...model.values()]
    .flatMap(({ id, indexEntries: { [index]: entry } }) => (entry ? [{ id, ...entry }] : []))
    .sort((a, b) => compare(a, b) || (a.id < b.id ? -1 : 1))

const compare = (
  a: { score: number; tiebreaker: string },
  b: { score: number; tiebreaker: string },
): number => a.score - b.score || (a.tiebreaker === b.tiebreaker ? 0 : a.tiebreaker < b.tiebreaker ? -1 : 1)

async function checkPlace(
  store: ReadModelStore,
  model: Model,
  { index, offset, limit, reverse, from, lowest, highest, prefixes }: Place,
) {
  const all = entriesOf(model, index)
  const ordered = reverse ? all.toReversed() : all
  const [start, length] = [Math.max(offset, 0), Math.max(limit, 0)]
  const inRange = ordered.slice(start, start + length)
  expect(await store.entries(board, index, { offset, limit, reverse })).toEqual(inRange)
  expect(await store.range(board, index, { offset, limit, reverse })).toEqual(
    inRange.map(({ id }, at) => ({ id, rank: start + at, document: model.get(id)?.document })),
  )
  const isThere = (entry: (typeof all)[number]) => !from || reverse === compare(entry, from) < 0
  expect(await store.entries(board, index, { from, limit, reverse })).toEqual(
    ordered.filter(isThere).slice(0, length),
  )
  for (const one of [...ids, 'nobody']) {
    const rank = all.findIndex((item) => item.id === one)
    expect(await store.rank(board, index, one)).toBe(rank < 0 ? undefined : rank)
  }
  const scores = all.map(({ score }) => score)
  expect(await store.count(board, index)).toBe(all.length)
  expect(await store.countBetween(board, index, lowest, highest)).toBe(
    scores.filter((each) => each >= lowest && each <= highest).length,
  )
  expect(await store.sum(board, index)).toBe(
    scores.reduce((sum, each) => sum + Math.round(each * 1e6), 0) / 1e6,
  )
  const hasWords = ({ id }: (typeof all)[number]) => {
    const words = model.get(id)?.words ?? []
    return (
      prefixes.length > 0 &&
      prefixes.every((list) => words.some((word) => list.some((prefix) => word.startsWith(prefix))))
    )
  }
  expect(await store.search(board, index, { prefixes, limit, reverse })).toEqual(
    ordered
      .filter(hasWords)
      .slice(0, limit)
      .map(({ id }) => id),
  )
}

async function checkScans(store: ReadModelStore, build: BuildKey, model: Model) {
  expect(await allDocuments(store, build)).toEqual(
    new Map([...model].map(([id, { words: _, ...stored }]) => [id, stored])),
  )
  for (const index of ['points', 'other']) {
    const entries = entriesOf(model, index).map(({ id, ...entry }) => [id, entry] as const)
    expect(await allEntries(store, build, index)).toEqual(new Map(entries))
  }
}
