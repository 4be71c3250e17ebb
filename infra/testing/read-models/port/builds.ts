import { expect, test } from 'vitest'
import {
  ReadModelNotBuilt,
  type CheckpointMoved,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const range = { offset: 0, limit: 10 }
const readings: Record<string, (store: ReadModelStore) => Promise<unknown>> = {
  checkpoint: (store) => store.checkpoint(board),
  load: (store) => store.load(board, ['ada']),
  range: (store) => store.range(board, 'points', range),
  places: (store) => store.entries(board, 'points', range),
  rank: (store) => store.rank(board, 'points', 'ada'),
  count: (store) => store.count(board, 'points'),
  countBetween: (store) => store.countBetween(board, 'points', 0, 1),
  sum: (store) => store.sum(board, 'points'),
}

/** What the port says about builds, and which of them is read. */
export function checkBuilds(shelf: () => StoreUnderTest) {
  test.for(Object.keys(readings))('a view that was never built has no %s', async (name) => {
    const { store } = shelf()
    expect(await store.liveBuild(board)).toBeUndefined()
    await store.beginBuild(board)
    await expect(readings[name]?.(store)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toBeUndefined()
  })

  test('a build that was begun is at the beginning and holds nothing', async () => {
    const { store } = shelf()
    const build = await store.beginBuild(board)
    expect(build).toMatchObject(board)
    expect(await store.checkpoint(build)).toBe(-1n)
    expect(await store.load(build, ['ada'])).toEqual([undefined])
    expect(await store.range(build, 'points', range)).toEqual([])
    expect(await store.entries(build, 'points', range)).toEqual([])
    expect(await store.rank(build, 'points', 'ada')).toBeUndefined()
    expect(await store.count(build, 'points')).toBe(0)
    expect(await store.sum(build, 'points')).toBe(0)
    await store.activate(build)
    expect(await store.liveBuild(board)).toEqual({ build, checkpoint: -1n })
    expect(await store.count(board, 'points')).toBe(0)
  })

  test('readers see the live build until another goes live, which is fed beside it', async () => {
    const { store } = shelf()
    const before = await builtBoard(store, [person('a', 1)])
    const after = await store.beginBuild(board)
    await commitStep(store, after, 5n, { upserts: [person('b', 2), person('c', 3)] })
    await commitStep(store, before, 2n, { from: 1n, upserts: [person('a', 9)] })
    expect(await idsOf(store)).toEqual(['a'])
    expect(await store.sum(board, 'points')).toBe(9)
    expect(await store.load(after, ['a', 'b'])).toMatchObject([undefined, { points: 2 }])
    expect(await store.liveBuild(board)).toEqual({ build: before, checkpoint: 2n })
    await store.activate(after)
    expect(await idsOf(store)).toEqual(['b', 'c'])
    expect(await store.liveBuild(board)).toEqual({ build: after, checkpoint: 5n })
    expect(await store.checkpoint(board)).toBe(5n)
  })

  test('the build that was live before is forgotten, and a late step of it with it', async () => {
    const { store } = shelf()
    const before = await builtBoard(store, [person('a', 1)])
    const after = await store.beginBuild(board)
    await store.activate(after)
    await expect(commitStep(store, before, 2n, { from: 1n })).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.load(before, ['a'])).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.activate(before)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toEqual({ build: after, checkpoint: -1n })
  })

  test('going live again changes nothing', async () => {
    const { store } = shelf()
    const build = await builtBoard(store, [person('a', 1)])
    await store.activate(build)
    expect(await idsOf(store)).toEqual(['a'])
    await commitStep(store, build, 2n, { from: 1n })
    expect(await store.liveBuild(board)).toEqual({ build, checkpoint: 2n })
  })

  test('a new version of a view is built beside the old one', async () => {
    const { store } = shelf()
    await builtBoard(store, [person('a', 1)])
    const next = { name: 'board', version: 2 }
    const build = await store.beginBuild(next)
    await commitStep(store, build, 5n, { upserts: [person('a', 2), person('b', 2)] })
    await store.activate(build)
    expect(await store.count(board, 'points')).toBe(1)
    await store.drop(board)
    expect(await store.liveBuild(board)).toBeUndefined()
    await expect(store.load(board, ['a'])).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.count(next, 'points')).toBe(2)
  })

  test('a view is forgotten with all its builds, a build by itself', async () => {
    const { store } = shelf()
    const live = await builtBoard(store, [person('a', 1)])
    const beside = await store.beginBuild(board)
    await store.drop(beside)
    await expect(store.checkpoint(beside)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toEqual({ build: live, checkpoint: 1n })
    const another = await store.beginBuild(board)
    await store.drop(board)
    await store.drop(board)
    await expect(commitStep(store, live, 2n, { from: 1n })).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.activate(another)).rejects.toThrow(ReadModelNotBuilt)
    await builtBoard(store)
    expect(await store.count(board, 'points')).toBe(0)
  })

  test('a build that was begun and never went live is forgotten when the next one begins', async () => {
    const { store } = shelf()
    const live = await builtBoard(store, [person('a', 1)])
    const unfinished = await store.beginBuild(board)
    const next = await store.beginBuild(board)
    await expect(commitStep(store, unfinished, 1n)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.checkpoint(next)).toBe(-1n)
    expect(await store.liveBuild(board)).toEqual({ build: live, checkpoint: 1n })
  })

  test('dropping the live build leaves the view without one', async () => {
    const { store } = shelf()
    await store.drop(await builtBoard(store, [person('a', 1)]))
    expect(await store.liveBuild(board)).toBeUndefined()
    await expect(store.count(board, 'points')).rejects.toThrow(ReadModelNotBuilt)
  })

  test('watchers hear of steps of the live build and of a switch, until they stop', async () => {
    const { store } = shelf()
    const heard: CheckpointMoved[] = []
    const positions = () => heard.map(({ position }) => position)
    const stop = store.watch((moved) => void heard.push(moved))
    const first = await store.beginBuild(board)
    await store.activate(first)
    // Hints may be lost while a store still connects its listener, so the first are repeated until one is heard.
    const hint = () => commitStep(store, first, -1n).then(() => heard.length)
    await expect.poll(hint, { timeout: 5_000 }).toBeGreaterThan(0)
    expect(heard[0]).toEqual({ readModel: board, position: -1n })
    await commitStep(store, first, 4n)
    const second = await store.beginBuild(board)
    await commitStep(store, second, 6n)
    await store.activate(second)
    await expect.poll(() => positions().slice(-2)).toEqual([4n, 6n])
    stop()
    const before = heard.length
    await commitStep(store, second, 7n, { from: 6n })
    await expect.poll(() => store.checkpoint(board)).toBe(7n)
    expect(heard.length).toBe(before)
  })
}
