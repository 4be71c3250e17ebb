import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BuildKey, ReadModelStore, ReadTarget } from '@thirty/infra/read-models/read-models.ts'
import { commitStep, person, type StoreUnderTest } from './board.ts'

const step = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('begin', 'commit', 'activate', 'epoch') },
    { weight: 1, arbitrary: fc.constantFrom('drop', 'drop all') },
  ),
  version: fc.constantFrom(1, 1, 1, 2),
  /** Which of the builds so far, the newest first. */
  age: fc.constantFrom(0, 0, 0, 1, 2),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Build = { key: BuildKey; epoch: number; people: number }
/** The builds that exist, of all that were begun, and the live one. */
class Model {
  readonly begun: Build[] = []
  existing = new Set<Build>()
  live: Build | undefined
}
/** The epochs of the store so far, as far as they were seen. */
type Epochs = { current: number; ids: string[] }

/** Compares the builds of a store with a simple model. */
export function checkBuildHistory({ store }: StoreUnderTest) {
  test('builds, and which of them is live, match a simple model after any history of two versions', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const models = new Map([1, 2].map((version) => [version, new Model()]))
      const epochs: Epochs = { current: 0, ids: [] }
      for (const version of models.keys()) await store.drop({ name: 'board', version })
      for (const each of steps) {
        const model = models.get(each.version) ?? new Model()
        const [outcome, expected] = await apply(store, model, each, epochs)
        expect(outcome).toEqual(expected)
        await checkModel(store, each.version, model, epochs)
      }
      for (const [version, model] of models) await checkModel(store, version, model, epochs)
    })
    await fc.assert(property, { numRuns: 20 })
  })
}

/** The result of a call, or the name of its error. */
const outcomeOf = <Result>(call: Promise<Result>): Promise<Result | string> =>
  call.catch((error: Error) => error.name)
const outcomeFor = <Result>(isPossible: boolean, result: Result) =>
  isPossible ? result : 'ReadModelNotBuilt'

/** Takes a step in the store and the model. Returns what came of it, and what should. */
async function apply(
  store: ReadModelStore,
  model: Model,
  { kind, version, age }: Step,
  epochs: Epochs,
): Promise<readonly unknown[]> {
  const readModel = { name: 'board', version }
  const { live, existing } = model
  const build = model.begun.at(-1 - age)
  const liveEpoch = live && epochs.ids[live.epoch]
  if (kind === 'begin') {
    const key = await store.beginBuild(readModel)
    const begun = { key, epoch: epochs.current, people: 0 }
    model.begun.push(begun)
    model.existing = new Set(live ? [live, begun] : [begun])
  } else if (kind === 'drop all') {
    await store.drop(readModel)
    existing.clear()
    model.live = undefined
  } else if (kind === 'epoch' && live && liveEpoch !== undefined) {
    // Workers that find the same log at the same time begin one epoch.
    const results = await Promise.all([store.beginEpoch(liveEpoch), store.beginEpoch(liveEpoch)])
    const begun = live.epoch === epochs.current ? 1 : 0
    epochs.current += begun
    return [results.filter(Boolean).length, begun]
  } else if (build && kind === 'drop') {
    await store.drop(build.key)
    existing.delete(build)
    if (live === build) model.live = undefined
  } else if (build && kind === 'activate') {
    // A build of an older epoch never goes live.
    const isPossible = existing.has(build) && build.epoch === epochs.current
    const outcome = await outcomeOf(store.activate(build.key))
    if (isPossible && live && live !== build) existing.delete(live)
    if (isPossible) model.live = build
    return [outcome, outcomeFor(isPossible, undefined)]
  } else if (build && kind === 'commit') {
    const { key, people } = build
    const [from, to] = [BigInt(people) - 1n, BigInt(people)]
    const upserts = [person(`p${people}`, people)]
    if (existing.has(build)) build.people += 1
    const outcome = await outcomeOf(commitStep(store, key, to, { from, upserts }))
    return [outcome, outcomeFor(existing.has(build), undefined)]
  }
  return []
}

async function checkModel(
  store: ReadModelStore,
  version: number,
  { begun, existing, live }: Model,
  epochs: Epochs,
) {
  const readModel = { name: 'board', version }
  const found = await store.liveBuild(readModel)
  if (found && live) epochs.ids[live.epoch] ??= found.epoch
  expect(found && [found.build, epochs.ids.indexOf(found.epoch), typeof found.outdatedSince]).toEqual(
    live && [live.key, live.epoch, live.epoch === epochs.current ? 'undefined' : 'number'],
  )
  const targets: [ReadTarget, Build | undefined][] = [[readModel, live]]
  for (const build of begun.slice(-2)) targets.push([build.key, existing.has(build) ? build : undefined])
  for (const [target, build] of targets) {
    const people = Array.from({ length: build?.people ?? 0 }, (_, number) => person(`p${number}`, number))
    const entries = people.map(({ id }, rank) => ({ id, score: rank, tiebreaker: '' }))
    const all = { offset: 0, limit: 100 }
    const reads: [read: Promise<unknown>, expected: unknown][] = [
      [store.checkpoint(target), BigInt(people.length) - 1n],
      [store.load(target, ['p0']), [people[0]?.document]],
      [store.range(target, 'points', all), people.map(({ id, document }, rank) => ({ id, document, rank }))],
      [store.entries(target, 'points', all), entries],
      [store.entries(target, 'points', { from: undefined, limit: 100 }), entries],
      [store.rank(target, 'points', 'p0'), people[0] && 0],
      [store.texts(target, ['p0']), [[]]],
      [store.search(target, 'points', { prefixes: [['x']], limit: 1 }), []],
      [store.count(target, 'points'), people.length],
      [store.countBetween(target, 'points', 1, 1), people.length > 1 ? 1 : 0],
      [store.sum(target, 'points'), people.reduce((sum, _, points) => sum + points, 0)],
    ]
    expect(await Promise.all(reads.map(([read]) => outcomeOf(read)))).toEqual(
      reads.map(([, expected]) => outcomeFor(build !== undefined, expected)),
    )
  }
}
